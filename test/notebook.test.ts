import {expect, it} from "vitest";
import {notebookNames} from "../loaders/site/pages/page-checks.js";
import * as notebook from "../src/notebook.js";

it("notebook.ts exports from installed packages the names that Framework would take from a CDN", () => {
  expect(Object.keys(notebook)).toEqual(expect.arrayContaining([...notebookNames]));
});
