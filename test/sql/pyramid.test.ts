import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, expect, it} from "vitest";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {namesOf} from "../../loaders/sql/list.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-pyramid-"));
const path = join(folder, "feeds.duckdb");

afterAll(() => rmSync(folder, {recursive: true}));

it("a snapshot has all of its views, and each has rows", async () => {
  await makeSnapshot(path, {hours: 3});
  const views = namesOf("snapshot", "view");
  expect(views).toContain("prices_1d");
  for (const name of views)
    expect((await querySnapshot(path, `SELECT count(*) > 0 FROM ${name}`)).rows, name).toEqual([[true]]);
});
