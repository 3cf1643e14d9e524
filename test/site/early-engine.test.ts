import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {runInNewContext} from "node:vm";
import {expect, it} from "vitest";
import {startEngineEarly} from "../../loaders/site/early-engine.js";

it("startEngineEarly(root) starts the worker that the engine takes, where the console's address has a query", () => {
  const root = mkdtempSync(join(tmpdir(), "feedbook-early-"));
  mkdirSync(join(root, "_import/engine"), {recursive: true});
  writeFileSync(join(root, "_import/engine/engine-worker.0a1b2c3d.js"), "");
  const file = `registerFile("./a", {"name":"./a","path":"./_file/engine/duckdb-eh.wasm.9abfb8ed.gz"});`;
  const page = join(root, "sql.html");
  writeFileSync(page, `<html><head>\n<meta charset="utf-8">\n<link href="a.css"></head><script>${file}</script>`);
  startEngineEarly(root);
  const [, before, script = ""] = /^([\s\S]*?)<script>([\s\S]*?)<\/script>/.exec(readFileSync(page, "utf8")) ?? [];
  expect(before).not.toContain("a.css"); // which would delay it
  const name = "http://host/base/_file/engine/duckdb-eh.wasm.9abfb8ed.gz";
  const started = (hash: string) => {
    const made: unknown[] = [];
    class Worker {
      onerror = () => {};
      constructor(...given: unknown[]) {
        made.push(...given);
      }
    }
    const place: {feedbookEngine?: {name: string; worker: Worker}} = {};
    const location = {hash, href: `http://host/base/sql${hash}`};
    runInNewContext(script, Object.assign(place, {location, Worker, URL}));
    const early = place.feedbookEngine?.name;
    place.feedbookEngine?.worker.onerror();
    return [early, made, place.feedbookEngine];
  };
  expect(started("#sql=FROM+feeds")).toEqual([
    name,
    ["./_import/engine/engine-worker.0a1b2c3d.js", {type: "module", name}],
    undefined // one that failed
  ]);
  expect(started("")).toEqual([undefined, [], undefined]);
  rmSync(root, {recursive: true});
});
