import {resolve} from "node:path";
import {defineConfig} from "vitest/config";
import {useMemory} from "./test/helpers/run/memory.js";
import {ByKind} from "./test/helpers/run/order.js";

// A zone with half-hour offset and no UTC habits, so that a test that forgets a time zone fails.
process.env.TZ = "Australia/Lord_Howe";
useMemory();

const setupFiles = ["test/helpers/run/fresh.ts"];
const limits = {setupFiles, testTimeout: 30_000, hookTimeout: 60_000};
const unit = {
  ...limits,
  isolate: false, // starting a process and loading packages takes longer than most files
  exclude: ["test/browser/**", "test/process/**", "test/soak/**"]
};
const stdlib = {alias: {"observablehq:stdlib": resolve("test/helpers/run/stdlib.ts")}};

export default defineConfig({
  test: {
    globalSetup: "test/helpers/run/shared.ts",
    sequence: {sequencer: ByKind},
    projects: [
      {
        resolve: stdlib,
        test: {name: "unit", ...unit, include: ["test/**/*.test.ts"]}
      },
      {
        // Whole processes: the CLI, npm scripts, builds.
        test: {
          name: "process",
          isolate: false,
          setupFiles,
          include: ["test/process/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 300_000
        }
      },
      {
        test: {
          name: "browser",
          isolate: false,
          expect: {poll: {timeout: 30_000}}, // as Playwright waits
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 300_000
        }
      },
      {
        // What the gate has no time for.
        test: {
          name: "soak",
          include: ["test/soak/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false
        }
      }
    ]
  }
});
