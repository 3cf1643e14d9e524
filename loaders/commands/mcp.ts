import {Command} from "commander";
import {parseDuration} from "../config/time.js";
import type {Host} from "./host.js";
import {action, type CommonOptions, withOptions} from "./run.js";

interface McpOptions extends CommonOptions {
  snapshot?: boolean;
  limit: string;
}

/** `mcp`: answers an assistant's questions about the store, by the Model Context Protocol over standard input and output. */
export function mcpCommand(host: Host): Command {
  return withOptions(new Command("mcp"), "store")
    .option("--snapshot", "serve the snapshot that pages read, and not the store")
    .option("--limit <duration>", "the longest time for an answer: a load waits 10 s for the store", "8s")
    .description("let an assistant ask the store by the Model Context Protocol; read-only")
    .addHelpText("after", help())
    .action(
      action<McpOptions>(host, async (context, {snapshot = false, limit, store}) => {
        const limitMs = parseDuration(limit);
        const {serveMcp} = await import("./mcp-server.js"); // which no other command waits for
        await serveMcp({...context, snapshot, store, limitMs});
      })
    );
}

function help(): string {
  const args = ["run", "-s", "--prefix", process.cwd(), "feedbook", "--", "mcp"];
  return `
The assistant starts it by itself. Its configuration, often in a file of JSON, names the command:
  ${JSON.stringify({mcpServers: {feedbook: {command: "npm", args}}})}

It can list feeds and tables, describe them, run a SELECT, show status, gaps and events, and read the guide. Each answer has
at most 1,000 rows and 40,000 characters. Loads may run at the same time.

Examples:
  feedbook mcp
  feedbook mcp --snapshot --limit 30s`;
}
