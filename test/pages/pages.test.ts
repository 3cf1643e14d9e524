import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, it} from "vitest";

const gallery = readFileSync("src/components.md", "utf8");

describe("components.md", () => {
  it("has an example of every component and input", () => {
    const notebook = readFileSync("src/notebook.ts", "utf8");
    const exported = notebook.matchAll(/^export \{([^}]*)\} from "\.\/(?:charts|inputs|ui)/gm);
    const drawn = Array.from(notebook.matchAll(/^export const (\w+) = withQuery\(/gm), ([, name = ""]) => name);
    const names = [...drawn, ...Array.from(exported, ([, names = ""]) => names.split(", ")).flat()];
    expect(names.length).toBeGreaterThan(12);
    const called = Array.from(gallery.matchAll(/^```js echo\n([\s\S]*?)^```/gm), ([, code]) => code).join("");
    expect(names.filter((name) => !called.includes(`${name}(`))).toEqual([]);
  });

  it("documents every option of the components", () => {
    const known = readdirSync("src/charts/rows").flatMap((name) => {
      const types = readFileSync(join("src/charts/rows", name), "utf8").matchAll(
        /^(?:export )?interface \w*Options\b([^{]*)\{\n([\s\S]*?)^\}/gm
      );
      return Array.from(types, ([, picked = "", members = ""]) =>
        [...picked.matchAll(/"(\w+)"/g), ...members.matchAll(/^ {2}(\w+)\??:/gm)].map(([, option = ""]) => option)
      ).flat();
    });
    expect(known.length).toBeGreaterThan(40);
    const documented = [...gallery.matchAll(/^- .*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    );
    expect(known.filter((option) => !documented.includes(option))).toEqual([]);
  });
});
