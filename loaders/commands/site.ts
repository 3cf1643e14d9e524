import {once} from "node:events";
import {existsSync} from "node:fs";
import {join} from "node:path/posix";
import {Command, InvalidArgumentError} from "commander";
import {ConfigError} from "../config/errors.js";
import {basePath} from "../config/kinds.js";
import {typed} from "../config/typed.js";
import {faultKinds, readFaults} from "../service/sandbox/faults.js";
import {linkKit, makeProject} from "../site/project.js";
import {writeNewPage} from "../site/serve/new-page.js";
import {freePort, previewSite, warmUp} from "../site/serve/preview.js";
import type {Host} from "./host.js";
import {print, printJson, safeLines} from "./output.js";
import {ensureSnapshot} from "./prepare.js";
import {action, type CommonOptions, type Context, withOptions} from "./run.js";

interface PortOptions extends CommonOptions {
  port: number;
}

type ServeFlags = PortOptions & {base: string; host: string[]};
type BuildFlags = CommonOptions & {base?: string; allowErrors?: boolean; verbose?: boolean};

/** `start`, also called `dev`: shows the pages, and updates them at each edit. */
export function startCommand(host: Host): Command {
  return withOptions(new Command("start").alias("dev"), "store", "baseUrl", "quiet")
    .description("show the pages, and update them as they and their data change (without a store, loads the demo)")
    .option("--port <port>", "port on 127.0.0.1 (default: 3000, or any free one if that is taken)", port)
    .addHelpText("after", "\nExample:\n  feedbook start --port 3001")
    .action(action<Partial<PortOptions>>(host, preview));
}

async function preview(context: Context, {port}: Partial<PortOptions>): Promise<void> {
  if (port !== undefined) await freePort(port);
  linkKit(process.cwd());
  await ensureSnapshot(context);
  if (context.signal.aborted) return;
  const {signal, log, colors} = context;
  const options = {...(port !== undefined && {port}), ...forSite(context)};
  const running = await previewSite(options).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (running === undefined) return;
  const {url} = running;
  const ending = Promise.race([running.exited, once(signal, "abort")]);
  if (port === undefined && new URL(url).port !== "3000") log.note("port 3000 is taken: the pages are at another one");
  if (!signal.aborted) print(context, `\n${colors.bold("Feedbook")} is at ${colors.cyan(url)}`);
  log.note(typed("npm run load refreshes the data; pages are in src; Ctrl-C ends it"));
  await Promise.race([makeFirstPage(url, context), ending]);
  const ended = await ending;
  await running.close();
  if (!signal.aborted) throw new Error(`the preview ended with code ${ended}: start it again`);
}

// Makes the first page before anybody asks for it. Who opens it meanwhile waits only for the rest.
async function makeFirstPage(url: string, {log, signal}: Context): Promise<void> {
  const started = performance.now();
  log.note("making the first page: it opens in a moment");
  await Promise.allSettled([warmUp(url)]);
  if (!signal.aborted) log.note(`made the first page in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** `build`: makes the static site. */
export function buildCommand(host: Host): Command {
  return withOptions(new Command("build"), "store", "baseUrl", "quiet")
    .description("build the static site into dist/ (without a store, loads the demo)")
    .option("--base <path>", "path under which it will be served, as in /prices/", base)
    .option("--allow-errors", "also build pages whose queries fail; they show the error")
    .option("--verbose", "also show the messages of Framework about each file")
    .addHelpText("after", "\nExample:\n  feedbook build --base /prices/")
    .action(
      action<BuildFlags>(host, async (context, {base, allowErrors = false, verbose = false}) => {
        linkKit(process.cwd());
        await ensureSnapshot(context);
        if (context.signal.aborted) return 1;
        const {buildSite} = await import("../site/build/build.js"); // which no preview waits for
        const {log} = context;
        const options = {...forSite(context), stage: log.note, allowErrors};
        await buildSite({...options, ...(verbose && {log: log.note}), ...(base !== undefined && {base})});
        log.note(typed("built dist/: npm run serve shows it"));
        return 0;
      })
    );
}

/** `serve`: shows the built site. */
export function serveCommand(host: Host): Command {
  return withOptions(new Command("serve"), "quiet")
    .description("serve dist/ to this machine as a host should, with range requests and headers")
    .option("--port <port>", "port", port, 8080)
    .option("--base <path>", "path that it was built for", base, "/")
    .option("--host <name>", "a name by which other machines may ask, too (may be repeated)", names, [])
    .addHelpText("after", "\nExamples:\n  feedbook serve --port 8081\n  feedbook serve --host prices.example.com")
    .action(
      action<ServeFlags>(host, async ({signal, quiet}, {host: hosts, port, base}) => {
        if (!existsSync("dist/index.html")) throw new Error(typed("no site in dist/: npm run build makes it"));
        const {serveSite} = await import("../site/serve/serve.js");
        const serving = await serveSite({root: "dist", port, base, hosts});
        if (!quiet)
          print(
            host,
            `serving dist/ at ${serving.url}${hosts.map((name) => `, http://${name}:${port}${base}`).join("")}`
          );
        if (!signal.aborted) await once(signal, "abort");
        await serving.close();
      })
    );
}

/** `sandbox`: serves the simulated service until interrupted. */
export function sandboxCommand(host: Host): Command {
  return withOptions(new Command("sandbox"), "json")
    .description("serve simulated feeds with the API of the real service, until interrupted")
    .option("--port <port>", "port on 127.0.0.1", port, 8787)
    .option("--fault <faults>", `faults of feeds, as in stall:922,gap:1: ${faultKinds.join(", ")}`)
    .addHelpText("after", "\nExamples:\n  feedbook sandbox --port 8787\n  feedbook sandbox --fault stall:922")
    .action(
      action<PortOptions & {fault?: string}>(host, async ({settings, signal}, options) => {
        const faults = options.fault === undefined ? [] : readFaults(options.fault);
        const {startSandbox} = await import("../service/sandbox/server.js");
        const sandbox = await startSandbox({port: options.port, seed: settings.sandbox.seed, faults});
        if (options.json) printJson(host, {url: sandbox.url});
        else print(host, `sandbox at ${sandbox.url}: any token is accepted; its prices are simulated; Ctrl-C ends it`);
        if (!signal.aborted) await once(signal, "abort");
        await sandbox.close();
      })
    );
}

type NewFlags = CommonOptions & {name?: string; project?: string; kit?: string};

/** `new`: writes a page of one's own, or makes a project for pages apart from Feedbook. */
export function newCommand(host: Host): Command {
  return withOptions(new Command("new"), "quiet")
    .argument("[title...]", "the page's title, quoted")
    .option("--name <name>", "name of its file in src/notebooks (default: made of the title)")
    .option(
      "--project <folder>",
      "make a project in a new folder: own pages, settings and data loaders, without Feedbook's code"
    )
    .option("--kit <tarball>", "with --project: a packed Feedbook that it needs (default: this checkout)")
    .description("write a small working page to start your own from; a running preview shows it")
    .addHelpText("after", newHelp)
    .action(
      action<NewFlags>(host, async ({quiet}, {name, project, kit}, titles) => {
        if (titles.length > 1)
          throw new ConfigError(`several titles: quote it, as in feedbook new "${titles.join(" ")}"`);
        if (kit !== undefined && project === undefined) throw new ConfigError("--kit goes with --project");
        const [title = project === undefined ? "" : "My first notebook"] = titles;
        if (project !== undefined) makeProject(project, kit);
        else linkKit(process.cwd());
        const root = join(project ?? "", "src");
        if (project === undefined && !existsSync(join(root, "notebook.ts")))
          throw new ConfigError("no notebook here: run it in the folder of Feedbook or of a project, where src is");
        const {file, path} = writeNewPage(root, title, name);
        const shown = typed(`npm run dev shows it: open ${path} at the address that this prints`);
        const next = project === undefined ? shown : `run npm install in ${project}, then npm start`;
        if (!quiet) print(host, `wrote ${file}\n${next}`);
      })
    );
}

const newHelp = `
Examples:
  feedbook new "Weekend gaps"
  feedbook new "Spreads 比較" --name spreads
  feedbook new --project ../my-notebooks`;

function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new InvalidArgumentError("Give a port from 0 (any free one) to 65535.");
}

function base(text: string): string {
  const path = `/${text}/`.replace(/^\/+|\/+$/g, "/");
  if (basePath.test(path)) return path;
  throw new InvalidArgumentError("Give a path of letters, digits, . _ ~ and -, as in /prices/.");
}

function names(text: string, before: readonly string[]): string[] {
  const name = text.toLowerCase();
  if (name === "0.0.0.0")
    throw new InvalidArgumentError("Give the name by which browsers ask: it listens on all addresses then.");
  if (/^[\w-]+(?:\.[\w-]+)*$/.test(name)) return [...before, name];
  throw new InvalidArgumentError("Give a name without scheme, port and path, as in prices.example.com.");
}

// Environment variables pass flags on to the processes of the site; `warn` shows their problems, such as a failed data loader.
function forSite({env, settings, signal, stderr}: Context) {
  return {
    env: {...env, FEEDBOOK_STORE: settings.storePath},
    warn: (text: string) => void stderr.write(safeLines(text)),
    signal
  };
}
