// @vitest-environment jsdom
import {beforeEach, expect, it} from "vitest";
import {hideRepeats, keepResults} from "../../../src/duckdb/sql/errors.js";

const main = document.body.appendChild(document.createElement("main"));
keepResults();

// Like Framework: a cell shows its result before its own comment.
function cell(id = "0123abcd"): {block: HTMLElement; show(...nodes: Node[]): Promise<void>} {
  const block = document.createElement("div");
  const place = document.createComment(`:${id}:`);
  let shown: Node[] = [];
  block.append(place);
  return {
    block,
    async show(...nodes) {
      for (const node of shown) node.parentNode?.removeChild(node);
      for (const node of nodes) block.insertBefore(node, place);
      shown = nodes;
      await Promise.resolve();
    }
  };
}

const node = (textContent: string, className = "") =>
  Object.assign(document.createElement("div"), {textContent, className});

const error = (text: string) => node(text, "observablehq observablehq--error");
beforeEach(async () => {
  main.replaceChildren();
  await Promise.resolve();
});

it("hideRepeats(message) hides the errors of cells that depend on a failed query", async () => {
  hideRepeats("Binder Error: no column x");
  const texts = ["QueryError: Binder Error: no column x", "RuntimeError: Binder Error: no column x", "RuntimeError: y"];
  const {block, show} = cell();
  main.append(block);
  await show(...texts.map(error));
  expect(Array.from(block.querySelectorAll("div"), ({hidden}) => hidden)).toEqual([false, true, false]);
});

it("keepResults() names the line of an error’s block in the box of its message", async () => {
  const meta = Object.assign(document.createElement("meta"), {name: "feedbook-lines"});
  meta.content = JSON.stringify({path: "a.md", lines: {"0000000d": 67}});
  document.head.append(meta);
  const failed = error("");
  failed.append(node("SyntaxError", "observablehq--inspect"));
  const {block, show} = cell("0000000d");
  main.append(block);
  await show(failed);
  meta.remove();
  expect(failed.firstElementChild?.textContent).toBe("SyntaxError\n\nin the block at line 67 of a.md");
  expect(failed.childNodes).toHaveLength(1);
});
