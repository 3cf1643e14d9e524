import fc from "fast-check";
import {vi} from "vitest";

// The compiler of configurations runs in the folder in which it is first used, which must not be one that a test removes.
const worker = globalThis as {compiler?: Promise<unknown>};
if (typeof document !== "object")
  worker.compiler ??= import("tsx/esm/api").then(({tsImport}) => tsImport("../soak.ts", import.meta.url));
await worker.compiler;

// The gate must give the same answer twice: property tests start from a fixed seed. FEEDBOOK_SEED explores another.
fc.configureGlobal({seed: Number(process.env.FEEDBOOK_SEED ?? 20260512)});

// The files of a worker share its process, its packages and its document. Our own modules, which hold state, each has
// anew, and the document as it was.
vi.resetModules();
vi.unstubAllGlobals();
vi.useRealTimers();
if (typeof document === "object") {
  document.documentElement.innerHTML = "<head></head><body></body>";
  history.replaceState(null, "", "/");
  localStorage.clear();
  sessionStorage.clear();
}
