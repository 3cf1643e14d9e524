import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, it} from "vitest";
import {prepareOffline} from "../../../loaders/site/framework/offline.js";

it("prepareOffline(root, modules) makes a cache folder for each package that Framework resolves, with the installed version", () => {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-offline-"));
  mkdirSync(join(folder, "node_modules/htl"), {recursive: true});
  writeFileSync(join(folder, "node_modules/htl/package.json"), '{"version": "99.1.2"}');
  prepareOffline(folder, join(folder, "node_modules"));
  const cache = join(folder, ".observablehq/cache/_npm");
  const names = readdirSync(cache, {recursive: true, encoding: "utf8"}).filter((name) => name !== "@observablehq");
  expect(names).toEqual(expect.arrayContaining(["htl@99.1.2", "d3@7.9.0"]));
  expect(names).toHaveLength(15);
  rmSync(folder, {recursive: true});
});
