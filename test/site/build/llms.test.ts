import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, it} from "vitest";
import {writeLlms} from "../../../loaders/site/build/llms.js";
import {namesOf} from "../../../loaders/sql/list.js";
import {sharedSnapshot} from "../../pages/queries.js";

const made = mkdtempSync(join(tmpdir(), "feedbook-llms-"));
afterAll(() => rmSync(made, {recursive: true}));

it("writeLlms(made, {root, snapshotPath}) tells the data, the vocabulary, each table and each page", async () => {
  mkdirSync(join(made, "notebooks"));
  mkdirSync(join(made, "_file/data"), {recursive: true});
  writeFileSync(join(made, "_file/data/feeds.0a1b2c3d.duckdb"), "");
  for (const [file, title] of [
    ["index", "Feeds | Feedbook"],
    ["404", "Not found"],
    ["notebooks/a", "Cash &amp; carry"]
  ])
    writeFileSync(join(made, `${file}.html`), `<title>${title}</title>`);
  await writeLlms(made, {root: "src", snapshotPath: await sharedSnapshot("short")});
  const text = readFileSync(join(made, "llms.txt"), "utf8");
  expect(text).toMatch(/^# Feedbook\n\n> Simulated updates of \d+ price feeds, from 20\S+Z to 20\S+Z\.\n/);
  expect(text).toContain("[_file/data/feeds.0a1b2c3d.duckdb](_file/data/feeds.0a1b2c3d.duckdb)");
  expect(text).toMatch(/\n## Habits that help\n- Times are in UTC\./);
  expect(text).not.toContain("```js");
  const named = Array.from(text.matchAll(/^- `(\w+)` \(.+?\): \S/gm), ([, name]) => name);
  expect(named).toEqual(expect.arrayContaining(namesOf("snapshot", "query", "table", "view")));
  expect(text).toMatch(/\n## Pages\n\n- \[Feeds\]\(index\.html\)\n- \[Cash &amp; carry\]\(notebooks\/a\.html\)\n$/);
});
