import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, it} from "vitest";

// The pages that come with Feedbook: users may write other pages.
const ownPages = ["index.md", "feed.md", "prices.md", "spreads.md", "funding.md", "quality.md", "data.md"];
const gallery = "components.md"; // it grows with the components, but its examples stay short
const pages = [...ownPages, gallery];

describe("pages", () => {
  it("components.md has an example of every component and input", () => {
    const notebook = readFileSync("src/notebook.ts", "utf8");
    const exported = notebook.matchAll(/^export \{([^}]*)\} from "\.\/(?:charts|inputs|ui)/gm);
    const drawn = Array.from(notebook.matchAll(/^export const (\w+) = withQuery\(/gm), ([, name = ""]) => name);
    const names = [...drawn, ...Array.from(exported, ([, names = ""]) => names.split(", ")).flat()];
    expect(names.length).toBeGreaterThan(12);
    const called = Array.from(read(gallery).matchAll(/^```js echo\n([\s\S]*?)^```/gm), ([, code]) => code).join("");
    expect(names.filter((name) => !called.includes(`${name}(`))).toEqual([]);
  });

  it("components.md documents every option of the components", () => {
    const known = readdirSync("src/charts/rows").flatMap((name) => {
      const types = readFileSync(join("src/charts/rows", name), "utf8").matchAll(
        /^(?:export )?interface \w*Options\b([^{]*)\{\n([\s\S]*?)^\}/gm
      );
      return Array.from(types, ([, picked = "", members = ""]) =>
        [...picked.matchAll(/"(\w+)"/g), ...members.matchAll(/^ {2}(\w+)\??:/gm)].map(([, option = ""]) => option)
      ).flat();
    });
    expect(known.length).toBeGreaterThan(40);
    const documented = [...read(gallery).matchAll(/^- .*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    );
    expect(known.filter((option) => !documented.includes(option))).toEqual([]);
  });

  it.each(pages)("%s uses no built-in of Framework, which would load from a CDN", (page) => {
    const script = scriptOf(page).join("\n");
    const imported = /import \{([^}]+)\}/.exec(script)?.[1]?.split(/,\s*/) ?? [];
    for (const name of "sql Inputs Plot d3 html svg _ aq tex dot mermaid vl duckdb".split(" ")) {
      const used = new RegExp(`(?<![\\w.$"'])${name}[.(\`]`).test(script);
      expect(used && !imported.includes(name), name).toBe(false);
    }
    expect(read(page)).not.toMatch(/\bnpm:|https?:\/\/|^sql:/m);
    expect(read(page).includes("```sql")).toBe(imported.includes("sql"));
  });

  it.each(pages)("%s marks simulated data and opens from its own .sql loader", (page) => {
    const data = `data/${page.replace(".md", ".json")}`;
    expect(read(page)).toContain(`openPage(FileAttachment("${data}"))`);
    expect(existsSync(join("src", `${data}.sql`))).toBe(true);
  });
});

function read(page: string): string {
  return readFileSync(join("src", page), "utf8");
}

// Lines of JavaScript blocks and of expressions over several lines: an expression of one line is a call.
function scriptOf(page: string): string[] {
  const blocks = Array.from(read(page).matchAll(/^```(?:js|ts)\b.*\n([\s\S]*?)^```/gm), ([, code = ""]) => code);
  const spans = Array.from(read(page).matchAll(/(?:^|>)\$\{([\s\S]*?)\}(?:$|<\/)/gm), ([, code = ""]) => code);
  return [...blocks, ...spans].flatMap((code) => code.split("\n")).filter((line) => line.trim() !== "");
}
