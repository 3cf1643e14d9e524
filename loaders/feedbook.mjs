#!/usr/bin/env node
// The command of an installed Feedbook: `npx feedbook …` in the folder of a project.
process.argv.splice(2, 0, "loaders/cli.ts");
await import("./run.mjs");
