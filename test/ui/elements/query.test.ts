// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {keepQuery} from "../../../src/duckdb/sql/query-text.js";
import {html} from "../../../src/ui/elements/dom.js";
import {withQuery, withSql} from "../../../src/ui/elements/query.js";
import {find, texts} from "../../charts/kit.js";

const rowsOf = (text: string, values: unknown[] = []) => {
  const rows = [{a: 1}];
  keepQuery(rows, values.length === 0 ? [text] : [text, ""], values);
  return rows;
};

const menu = () =>
  html("details", {class: "fb-menu"}, html("summary", {}, "⋯"), html("div", {}, html("button", {}, "Save")));
const chart = withQuery((_rows: unknown, _options?: object) =>
  html(
    "figure",
    {},
    html("figcaption", {}, "<b>Prices"),
    html("div", {class: "fb-tools"}, html("button", {}, "Table"), menu())
  )
);

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function () {
    this.dispatchEvent(new Event("close"));
  };
});

function opened(element: HTMLElement): HTMLElement {
  document.body.append(element);
  const button = [...element.querySelectorAll("button")].find(({textContent}) => textContent === "SQL");
  button?.click();
  return find(document.body, "dialog");
}

describe("withQuery(component)", () => {
  it("reports the argument that its component cannot draw", () => {
    const faulty = withQuery((rows: readonly {a: number}[]) => html("i", {}, String(rows.map(({a}) => a.toFixed()))));
    const page = "the page Components says what each takes";
    expect(() => faulty({a: 1} as never)).toThrow(`cannot draw an object with a: ${page} (rows.map is not a function)`);
    expect(() => faulty([{b: 1}] as never)).toThrow(`cannot draw a list, first an object with b: ${page}`);
    expect(() => faulty(undefined as never)).toThrow(`cannot draw undefined: ${page}`);
  });

  it("puts SQL first in the menu, and shows the query with a link to the console", () => {
    const element = chart(rowsOf("FROM feeds WHERE symbol = ", ["a'<b>"]));
    expect(texts(element, ".fb-tools button")).toEqual(["Table", "SQL", "Save"]);
    const dialog = opened(element);
    expect(texts(dialog, "h2")).toEqual(["SQL of <b>Prices"]);
    expect(texts(dialog, "code")).toEqual(["FROM feeds WHERE symbol = 'a''<b>'"]);
    const link = find<HTMLAnchorElement>(dialog, "a").getAttribute("href") ?? "";
    expect(new URLSearchParams(link.split("#")[1]).get("sql")).toBe("FROM feeds WHERE symbol = 'a''<b>'");
  });

  it("shows each query once, without queries of empty lists", () => {
    const [first, second, none] = [rowsOf("FROM a"), rowsOf("FROM b"), [] as object[]];
    keepQuery(none, ["FROM c"], []);
    expect(texts(opened(chart(first, {second, again: first, none})), "code")).toEqual(["FROM a", "FROM b"]);
  });
});

it("withSql(picture, rows) adds the button to any picture, unless no query made the rows", () => {
  const picture = html("div", {"aria-label": "Mine"});
  const dialog = opened(withSql(picture, rowsOf("FROM a")) as HTMLElement);
  expect([texts(dialog, "h2"), texts(dialog, "code")]).toEqual([["SQL of Mine"], ["FROM a"]]);
  expect(withSql(picture, [{a: 1}])).toBe(picture);
});
