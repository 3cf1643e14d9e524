import {resolve} from "node:path";
import {Command} from "commander";
import {parseDuration} from "../config/time.js";
import {hasScripts} from "../config/typed.js";
import type {Host} from "./host.js";
import {action, type CommonOptions, withOptions} from "./run.js";

/** `mcp`: answers an assistant's questions about the store, by the Model Context Protocol over standard input and output. */
export function mcpCommand(host: Host): Command {
  return withOptions(new Command("mcp"), "store")
    .option("--snapshot", "serve the snapshot that pages read, and not the store")
    .option("--limit <duration>", "the longest time for an answer: a load waits 10 s for the store", "8s")
    .description("let an assistant ask the store by the Model Context Protocol; read-only")
    .addHelpText("after", help())
    .action(
      action<CommonOptions & {snapshot?: boolean; limit: string}>(host, async (context, {snapshot = false, limit}) => {
        const limitMs = parseDuration(limit);
        const {serveMcp} = await import("./mcp-server.js"); // which no other command waits for
        await serveMcp({...context, snapshot}, limitMs);
      })
    );
}

function help(): string {
  const words = ["npm", "run", "-s", "--prefix", process.cwd(), "feedbook", "--", "mcp"];
  const ofPackage = [
    "node",
    resolve("node_modules/feedbook/loaders/feedbook.mjs"),
    "mcp",
    "--store",
    resolve("data/feeds.duckdb")
  ];
  const [command, ...args] = hasScripts ? words : ofPackage;
  return `
The assistant starts it by itself. Its configuration, often a file of JSON, names the command:
  ${JSON.stringify({mcpServers: {feedbook: {command, args}}})}

Examples:
  feedbook mcp
  feedbook mcp --snapshot --limit 30s`;
}
