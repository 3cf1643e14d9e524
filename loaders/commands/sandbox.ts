import {once} from "node:events";
import {Command, InvalidArgumentError} from "commander";
import type {Host} from "./host.js";
import {print, printJson} from "./output.js";
import {action, type CommonOptions, withOptions} from "./run.js";

/** `sandbox`: serves the simulated service until interrupted. */
export function sandboxCommand(host: Host): Command {
  return withOptions(new Command("sandbox"), "json")
    .description("serve simulated feeds with the API of the real service, until interrupted")
    .option("--port <port>", "port on 127.0.0.1", port, 8787)
    .addHelpText("after", "\nExample:\n  feedbook sandbox --port 8787")
    .action(
      action<CommonOptions & {port: number}>(host, async ({settings, signal}, options) => {
        const {startSandbox} = await import("../service/sandbox/server.js"); // not for the commands that share a server's options
        const sandbox = await startSandbox({port: options.port, seed: settings.sandbox.seed});
        if (options.json) printJson(host, {url: sandbox.url});
        else print(host, `sandbox at ${sandbox.url}: any token is accepted; its prices are simulated; Ctrl-C ends it`);
        if (!signal.aborted) await once(signal, "abort");
        await sandbox.close();
      })
    );
}

/** Reads a port number. @throws InvalidArgumentError */
export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new InvalidArgumentError("Give a port from 0 (any free one) to 65535.");
}
