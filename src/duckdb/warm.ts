import {connectSnapshot} from "./snapshot.js";

let warm = false;

/**
 * Starts DuckDB-Wasm before its first query: once the page has loaded and the browser is idle, unless the reader saves
 * data. If it fails, the first query reports it.
 */
export function warmUp(): void {
  if (warm || typeof requestIdleCallback === "undefined") return;
  const {connection} = navigator as Navigator & {connection?: {saveData?: boolean}};
  if (connection?.saveData) return;
  warm = true;
  const connect = () => void connectSnapshot().catch(() => {});
  const start = () => requestAnimationFrame(() => requestIdleCallback(connect)); // first the picture
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, {once: true});
}
