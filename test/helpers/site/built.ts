import {cpSync, mkdirSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {execa} from "execa";
import {expect} from "vitest";
import {buildSite} from "../../../loaders/site/build/build.js";
import {shared} from "../run/shared.js";
import {guidePages} from "../samples.js";
import {makeSnapshot} from "../snapshot.js";
import {makeMany} from "../stores/many.js";
import {keepBundled, makeWorkspace, type Workspace} from "../workspace.js";
import {reachPage} from "./elsewhere.js";
import {guideOwnPage, guideTrades, ownFilesPage, writeOwnFiles} from "./own-files.js";
import {faultsPage, guideLoader, inputsPage, loaderPage, ownPage, rowsPage} from "./own-pages.js";

// Building a site takes longer than most files that look at it: each is built once for all files of a run.

/** The path below which the sites are. */
export const base = "/notebook/";

const {exitCode: denied} = await execa("unshare", ["-n", "true"], {reject: false});

/** Whether the usual site is built without a network: only root on Linux may make a network namespace. */
export const isOffline = denied === 0;

/** The texts of the usual site's other pages, by name. */
const pages: Readonly<Record<string, string>> = {
  mine: ownPage,
  inputs: inputsPage,
  reach: reachPage,
  plain: `---\nheader: mine\n---\n${"$"}{FileAttachment("data/index.json").json()}`, // a header of its own
  ...guidePages
};

/**
 * The folder of the project whose site most files look at, built as on a fresh clone, by the command and without a network.
 * It has every kind of feed, long texts and faults among them, and `pages`.
 */
export function usualSite(): Promise<string> {
  return shared("site-usual", async (root) => {
    const workspace = makeWorkspace({root, fresh: true});
    await makeSnapshot(workspace.snapshotPath, {faults: true, long: true});
    cpSync(`${workspace.snapshotPath}.store`, join(root, "data/feeds.duckdb"));
    writeFileSync(join(root, "src/trades.csv"), guideTrades);
    for (const [page, text] of Object.entries(pages)) writeFileSync(join(root, "src", `${page}.md`), text);
    await buildOffline(workspace);
    keepBundled(workspace);
  });
}

/** The folder of a project with a site of 2,500 feeds: only the pages for them, without per-feed answers. */
export function manySite(): Promise<string> {
  return shared("site-many", async (root) => {
    const {snapshotPath, env} = makeWorkspace({root});
    await makeMany(snapshotPath, {everyMinutes: 30});
    for (const folder of ["guide", "notebooks", "examples"]) rmSync(join(root, "src", folder), {recursive: true});
    for (const page of ["compare", "components", "data", "desk", "quality", "sql"])
      rmSync(join(root, "src", `${page}.md`));
    for (const page of ["components", "data", "quality"]) rmSync(join(root, "src/data", `${page}.json.sql`));
    writeFileSync(join(root, "feedbook.config.ts"), "export default {site: {openingBytes: 0}};");
    await buildSite({cwd: root, env, base});
  });
}

/** The folder of the project with a site of pages that people have, test/fixtures/cases/pages, built in New York. */
export function casesSite(): Promise<string> {
  return shared("site-cases", async (root) => {
    const workspace = makeWorkspace({root});
    await makeSnapshot(workspace.snapshotPath, {hours: 1});
    cpSync(`${workspace.snapshotPath}.store`, join(root, "data/feeds.duckdb"));
    const src = join(root, "src");
    for (const folder of ["guide", "notebooks", "examples"]) rmSync(join(src, folder), {recursive: true});
    for (const name of readdirSync(src)) if (name.endsWith(".md") && name !== "404.md") rmSync(join(src, name));
    const pages = {
      ...{"own.md": ownFilesPage, "guide.md": guideOwnPage, "trades.csv": guideTrades},
      ...{"rows.md": rowsPage, "faults.md": faultsPage, "data/responses.json.sh": guideLoader, "loader.md": loaderPage}
    };
    for (const [name, text] of Object.entries(pages)) writeFileSync(join(src, name), text);
    writeOwnFiles(src);
    mkdirSync(join(root, "src/cases"));
    for (const name of casePages) cpSync(join(cases, "pages", name), join(root, "src/cases", name));
    cpSync(join(cases, "41-own.parquet"), join(root, "src/cases/own.parquet"));
    cpSync(join(cases, "41-zone.csv"), join(root, "src/cases/zone2.csv"));
    await buildSite({cwd: root, env: {...workspace.env, TZ: "America/New_York"}, base});
  });
}

const cases = "test/fixtures/cases";
const casePages = readdirSync(join(cases, "pages")).filter((name) =>
  /^(?:2[5-8]|3[0128]b?|40|41b)\b.*\.md$/.test(name)
);

async function buildOffline({root, env}: Workspace): Promise<void> {
  const build = `ip link set lo up 2>/dev/null; exec node ${resolve("loaders/run.mjs")} loaders/cli.ts build`;
  const [command = "", ...args] = [...(isOffline ? ["unshare", "-n"] : []), "sh", "-c", build];
  const options = {cwd: root, env: {...env, FEEDBOOK_BASE: base}, reject: false, all: true} as const;
  const {all, exitCode} = await execa(command, args, options);
  expect({all: exitCode === 0 ? "" : all, exitCode}).toEqual({all: "", exitCode: 0});
}
