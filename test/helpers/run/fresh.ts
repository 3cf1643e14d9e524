import fc from "fast-check";
import {beforeEach, vi} from "vitest";

// The compiler of configurations runs in the folder in which it is first used, which must not be one that a test removes.
const worker = globalThis as {compiler?: Promise<unknown>};
if (typeof document !== "object")
  worker.compiler ??= import("tsx/esm/api").then(({tsImport}) => tsImport("../soak.ts", import.meta.url));
await worker.compiler;

// The gate must give the same answer twice: property tests start from a fixed seed. FEEDBOOK_SEED explores another.
fc.configureGlobal({seed: Number(process.env.FEEDBOOK_SEED ?? 20260512)});

// The files of a worker share its process and its packages. Each file has its own copies of our modules, which hold state.
vi.resetModules();
vi.unstubAllGlobals();
vi.useRealTimers();
if (typeof document === "object") freshDocument();

// Each test begins with real timers and an empty page.
beforeEach(() => {
  vi.useRealTimers();
  if (typeof document === "object") freshDocument();
});

function freshDocument(): void {
  document.documentElement.innerHTML = "<head></head><body></body>";
  Element.prototype.scrollIntoView = () => {}; // which jsdom lacks
  history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
}
