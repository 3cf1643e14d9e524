import {connectSnapshot} from "./snapshot.js";

let warm = false;

/**
 * Starts DuckDB-Wasm before the reader asks for anything: once the page has loaded and the browser has nothing else to
 * do, and not where the reader saves data. A failure is left to the first query, which tells it.
 */
export function warmUp(): void {
  if (warm || typeof requestIdleCallback === "undefined" || savesData()) return;
  warm = true;
  const connect = () => void connectSnapshot().catch(() => {});
  const start = () => requestAnimationFrame(() => requestIdleCallback(connect)); // first the picture
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, {once: true});
}

function savesData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true
  );
}
