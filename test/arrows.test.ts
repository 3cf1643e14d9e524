import {existsSync, readdirSync, readFileSync} from "node:fs";
import {dirname, join, normalize} from "node:path";
import {group} from "d3-array";
import {describe, expect, it} from "vitest";

const files = walk(["loaders", "src"]);
// The one file of the loaders that imports sources: a build answers queries by the rules of the pages.
const rules = "loaders/site/answers/rules.ts";
const imports = files.filter((file) => file !== rules).flatMap(importsOf);
const isDrawing = (file: string) => /^src\/(?:charts|edit|inputs|ui|views)\//.test(file);

describe("arrows of the design", () => {
  it.each<[string, (arrow: Import) => boolean]>([
    [
      "loaders/ imports nothing of src/, but for the nearest name",
      ({from, to}) => from.startsWith("loaders/") && to.startsWith("src/") && to !== "src/format/nearest.ts"
    ],
    [
      "src/ imports only types of loaders/, but for data loaders, which a build runs",
      ({from, to, types}) =>
        from.startsWith("src/") && to.startsWith("loaders/") && !types && !from.startsWith("src/data/")
    ],
    [
      "only the rooms of the store import the DuckDB binding",
      ({from, to}) => to === "@duckdb/node-api" && !/^loaders\/(?:sql|store|snapshot|cluster|inspect)\//.test(from)
    ],
    [
      "only src/duckdb imports DuckDB-Wasm",
      ({from, to}) => to.startsWith("@duckdb/duckdb-wasm") && !from.startsWith("src/duckdb/")
    ],
    [
      "charts, inputs, tables and views import no query",
      ({from, to}) => isDrawing(from) && /^src\/(?:duckdb\/[\w-]+\.ts|duckdb\/sql\/sql\.ts|notebook\.ts)/.test(to)
    ],
    [
      "the engine, formats and addresses import no chart, input, table or view",
      ({from, to}) => /^src\/(?:duckdb|format|url)\//.test(from) && isDrawing(to)
    ],
    ["no chart, input, table or view imports data", ({from, to}) => isDrawing(from) && to.startsWith("src/data/")]
  ])("%s", (_name, isWrong) => expect(imports.filter(isWrong)).toEqual([]));

  it("gives the loaders only the rules of pages, which know no document", () => {
    const reached = new Set([rules]);
    for (const file of reached) for (const {to, types} of importsOf(file)) if (!types) reached.add(to);
    expect([...reached].filter((file) => /\.ts$/.test(file) && /\bdocument\b/.test(codeOf(file)))).toEqual([]);
  });

  it("talks to a service in loaders/service only", () => {
    const callers = files.filter(
      (file) => file.startsWith("loaders/") && /(?<![.\w])fetch\(|from "undici"/.test(codeOf(file))
    );
    expect(callers.filter((file) => !file.startsWith("loaders/service/"))).toEqual([]);
  });

  it("needs no package that is there for tests only", () => {
    const {dependencies} = JSON.parse(readFileSync("package.json", "utf8"));
    const packages = imports.filter(
      ({to, types}) => !types && /^@?\w/.test(to) && !/^(?:node|observablehq):|^(?:loaders|src)\//.test(to)
    );
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.filter(({to}) => !((/^(?:@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? "") in dependencies))).toEqual([]);
  });

  it("has no import cycle, of types neither", () => {
    expect(cycleIn(imports)).toBeNull();
    const circle = [
      {from: "a", to: "b", types: false},
      {from: "b", to: "a", types: true}
    ];
    expect(cycleIn([...imports, ...circle])).toEqual(["a", "b", "a"]);
  });
});

describe("ARCHITECTURE.md and CONTRIBUTING.md", () => {
  const [, table = ""] = /## Rooms([\s\S]*?)\n## /.exec(readFileSync("ARCHITECTURE.md", "utf8")) ?? [];
  const order = [...table.matchAll(/^\| (`.*`) \|/gm)].flatMap(([, rooms = ""]) => rooms.slice(1, -1).split("`, `"));

  it("list each room", () => {
    const rooms = new Set(files.map(dirname));
    expect(order.toSorted()).toEqual([...rooms].filter((room) => room !== "src" && room !== "src/data").sort());
  });

  it("list each room above the rooms that import it", () => {
    const climbing = between(imports).filter(({from, to}) => order.indexOf(from) < order.indexOf(to));
    expect(climbing.filter(({from}) => order.includes(from))).toEqual([]);
  });

  it("name the files on the way of a row, which are few", () => {
    const [, way = ""] = /## The way of a row([\s\S]*?)\n## /.exec(readFileSync("ARCHITECTURE.md", "utf8")) ?? [];
    const rows = [...way.matchAll(/^\| `([\w/]+)` \| (.*) \|$/gm)];
    const named = rows.flatMap(([, room, names = ""]) => names.split(", ").map((name) => `${room}/${name}.ts`));
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
    expect(named.length).toBeLessThanOrEqual(45);
    const drivers = imports.filter(({from, to}) => named.includes(from) && to.startsWith("loaders/load/"));
    expect(drivers.filter(({from}) => !from.startsWith("loaders/load/"))).toEqual([]);
  });

  it.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("name files that there are: %s", (name) => {
    const paths = [...readFileSync(name, "utf8").matchAll(/`((?:src|loaders|test)\/[\w./-]+)`/g)].map(
      ([, path = ""]) => path
    );
    expect(paths.length).toBeGreaterThan(5);
    const made = /\/(?:mine|N)\.|\/[ab]\//; // examples
    expect(paths.filter((path) => !made.test(path) && !existsSync(path))).toEqual([]);
  });
});

// What own pages import: the rooms behind it are a page's.
const doors = ["src/kit.ts", "src/notebook.ts"];

function between(arrows: readonly Import[]): Import[] {
  const room = (file: string) => (doors.includes(file) ? "door" : dirname(file));
  const inside = arrows.filter(({to}) => /^(?:loaders|src)\//.test(to));
  return inside
    .map(({from, to, types}) => ({from: room(from), to: room(to), types}))
    .filter(({from, to}) => from !== to);
}

function walk(folders: string[]): string[] {
  const entries = folders.flatMap((folder) => readdirSync(folder, {recursive: true, withFileTypes: true}));
  const paths = entries.filter((entry) => entry.isFile()).map(({parentPath, name}) => join(parentPath, name));
  return paths
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /^(?!.*\.observablehq).*\.(ts|mjs)$/.test(path));
}

function cycleIn(arrows: readonly Import[]): string[] | null {
  const next = group(arrows, ({from}) => from);
  const done = new Set<string>();
  for (const start of next.keys()) {
    const cycle = follow(start, []);
    if (cycle) return cycle;
  }
  return null;

  function follow(file: string, path: string[]): string[] | null {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const {to} of next.get(file) ?? []) {
      const cycle = follow(to, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  }
}

// An import of another file of the project, or of a package.
interface Import {
  from: string;
  to: string;
  types: boolean;
}

// A source without its comments.
function codeOf(file: string): string {
  return readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

// The imports and re-exports of a file; names are paths from the root of the project.
function importsOf(from: string): Import[] {
  const named = /(?:import|export)(?:\s+(type\s)?(?:[\w*\s{},$]*\sfrom\s*)?|\()["']([^"']+)["']/g; // also where it is imported late
  const statements = codeOf(from).matchAll(named);
  return [...statements].map(([, types, to = ""]) => ({from, to: resolve(from, to), types: types !== undefined}));
}

function resolve(from: string, to: string): string {
  return to.startsWith(".")
    ? normalize(join(dirname(from), to))
        .replaceAll("\\", "/")
        .replace(/\.js$/, ".ts")
    : to;
}
