import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, it} from "vitest";
import {prepareOffline} from "../../../loaders/site/framework/offline.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-offline-"));
afterAll(() => rmSync(folder, {recursive: true}));

describe("prepareOffline(root, modules)", () => {
  it("makes a cache folder for each name that Framework resolves, with the installed version where there is one", () => {
    const modules = join(folder, "node_modules");
    mkdirSync(join(modules, "apache-arrow"), {recursive: true});
    writeFileSync(join(modules, "apache-arrow", "package.json"), '{"version": "99.1.2"}');
    prepareOffline(folder, modules);
    const cache = join(folder, ".observablehq", "cache", "_npm");
    const names = readdirSync(cache).flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(cache, name)).map((sub) => `${name}/${sub}`) : [name]
    );
    expect(names).toContain("apache-arrow@99.1.2");
    expect(names.every((name) => /^(@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+$/.test(name))).toBe(true);
    expect(names).toHaveLength(15);
  });

  it("takes versions from the installed packages", () => {
    prepareOffline(folder);
    expect(existsSync(join(folder, ".observablehq", "cache", "_npm", "htl@0.3.1"))).toBe(true);
  });
});
