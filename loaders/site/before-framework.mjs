// Changes to Observable Framework 1.13.4 that must come before it, as its modules keep what they import. The others are in
// patch-framework.ts.
import {readdirSync, readFileSync} from "node:fs";
import Module, {createRequire} from "node:module";
import {join} from "node:path";

const require = createRequire(process.argv[1]);

// Why: Framework makes a window of jsdom for each piece of HTML, some 20 for each page, and reads only its document.
// A parser of one window gives the same document.
const jsdom = require("jsdom");
const parser = new new jsdom.JSDOM().window.DOMParser();

jsdom.JSDOM = class {
  constructor(html) {
    this.window = {document: parser.parseFromString(html, "text/html")};
  }
};

// Why: Framework compiles each module of a site by a call that it waits for. While Framework itself is read, esbuild compiles all
// of them at a time. A module that is not among these, as it changed, is compiled as before.
const esbuild = require("esbuild");
const options = {loader: "ts", tsconfigRaw: '{"compilerOptions": {"verbatimModuleSyntax": true}}'}; // Framework's own
const compiled = new Map();
for (const name of readdirSync("src", {recursive: true}).filter((name) => /^(?!\.).*\.ts$/.test(name))) {
  const source = readFileSync(join("src", name), "utf8");
  esbuild.transform(source, options).then(
    (result) => compiled.set(source, result),
    () => {} // Framework tells what is wrong with it
  );
}

const filename = require.resolve("esbuild"); // whose own exports cannot be changed
const exports = {
  ...esbuild,
  transformSync(source, given) {
    const isAlike = given.loader === options.loader && given.tsconfigRaw === options.tsconfigRaw;
    return (isAlike && compiled.get(source)) || esbuild.transformSync(source, given);
  }
};
require.cache[filename] = Object.assign(new Module(filename), {filename, exports, loaded: true});
