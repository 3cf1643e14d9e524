import {cpSync, rmSync, writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {execa} from "execa";
import {expect} from "vitest";
import {buildSite} from "../../../loaders/site/build/build.js";
import {guidePages} from "../../pages/samples.js";
import {shared} from "../run/shared.js";
import {makeSnapshot} from "../snapshot.js";
import {makeMany} from "../stores/many.js";
import {keepBundled, makeWorkspace, type Workspace} from "../workspace.js";
import {guideLoader, guideTrades, loaderPage, ownPage, reachPage} from "./own-pages.js";

// Building a site takes longer than most files that look at it: each is built once for all files of a run.

/** The path below which the sites are. */
export const base = "/notebook/";

const {exitCode: denied} = await execa("unshare", ["-n", "true"], {reject: false});

/** Whether the usual site is built without a network: only root on Linux may make a network namespace. */
export const isOffline = denied === 0;

/**
 * The folder of the project whose site most files look at, built as on a fresh clone, by the command and without a network.
 * It has every kind of feed, long texts and faults among them, and also pages as people have them, in `cases`.
 */
export function usualSite(): Promise<string> {
  return shared("site-usual", async (root) => {
    const workspace = makeWorkspace({root, fresh: true});
    await makeSnapshot(workspace.snapshotPath, {faults: true, long: true});
    cpSync(`${workspace.snapshotPath}.store`, join(root, "data/feeds.duckdb"));
    cpSync("test/fixtures/cases/pages", join(root, "src/cases"), {recursive: true});
    const plain = `---\nheader: mine\n---\n${"$"}{FileAttachment("data/index.json").json()}`; // a header of its own
    const pages = {mine: ownPage, reach: reachPage, loader: loaderPage, plain, ...guidePages};
    for (const [page, text] of Object.entries(pages)) writeFileSync(join(root, "src", `${page}.md`), text);
    writeFileSync(join(root, "src/trades.csv"), guideTrades);
    writeFileSync(join(root, "src/data/responses.json.sh"), guideLoader);
    await buildOffline(workspace);
    keepBundled(workspace);
  });
}

/** The folder of a project with a site of 2,500 feeds: only the pages for them, without per-feed answers. */
export function manySite(): Promise<string> {
  return shared("site-many", async (root) => {
    const {snapshotPath, env} = makeWorkspace({root});
    await makeMany(snapshotPath, {hours: 2, everyMinutes: 30});
    for (const folder of ["guide", "notebooks", "examples"]) rmSync(join(root, "src", folder), {recursive: true});
    for (const page of ["compare", "components", "data", "desk", "quality", "sql"])
      rmSync(join(root, "src", `${page}.md`));
    for (const page of ["components", "data", "quality"]) rmSync(join(root, "src/data", `${page}.json.sql`));
    writeFileSync(join(root, "feedbook.config.ts"), "export default {site: {openingBytes: 0}};");
    await buildSite({cwd: root, env, base});
  });
}

async function buildOffline({root, env}: Workspace): Promise<void> {
  const build = `ip link set lo up 2>/dev/null; exec node ${resolve("loaders/run.mjs")} loaders/cli.ts build`;
  const [command = "", ...args] = [...(isOffline ? ["unshare", "-n"] : []), "sh", "-c", build];
  const options = {cwd: root, env: {...env, FEEDBOOK_BASE: base}, reject: false, all: true} as const;
  const {all, exitCode} = await execa(command, args, options);
  expect({all: exitCode === 0 ? "" : all, exitCode}).toEqual({all: "", exitCode: 0});
}
