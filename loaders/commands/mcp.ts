import {Command} from "commander";
import {parseDuration} from "../config/time.js";
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
  const args = ["run", "-s", "--prefix", process.cwd(), "feedbook", "--", "mcp"];
  return `
The assistant starts it by itself. Its configuration, often a file of JSON, names the command:
  ${JSON.stringify({mcpServers: {feedbook: {command: "npm", args}}})}

Examples:
  feedbook mcp
  feedbook mcp --snapshot --limit 30s`;
}
