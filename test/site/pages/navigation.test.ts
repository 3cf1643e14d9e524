import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {type BarEntry, destinations, headerOf} from "../../../loaders/site/pages/navigation.js";

const root = mkdtempSync(join(tmpdir(), "feedbook-navigation-"));
const bar: BarEntry[] = [
  {name: "Feeds", path: "/index", below: ["/feed"]},
  {name: "Gone", path: "/gone"},
  {name: "Notebooks", folder: "notebooks"},
  {name: "Guide", folder: "guide"},
  {name: "Nothing", folder: "nothing"}
];

beforeAll(() => {
  write("index.md", "# Feedbook");
  write("notebooks/b.md", "No heading.\n\n```js\n# not one\n```");
  write("notebooks/long-name_of a page.md", "");
  write('notebooks/é & "q".md', "# <b>Bold</b> & *of* a feed");
  write("notebooks/titled.md", '---\ntitle: "A: title"\n---\n# Another');
  write("notebooks/draft.md", "---\ndraft: true\n---\n# Later");
  write("notebooks/[feed].md", "# One for each feed");
  write("notebooks/rows.csv", "a,b");
  write("guide/index.md", "---\norder: 10\n---\n# Start here");
  write("guide/second.md", "\uFEFF---\r\norder: 2.5\r\n---\r\n# Before it");
  write("guide/last.md", "---\norder: soon\n---\n# A last one");
  write("guide/last-2.md", "# A last one");
  mkdirSync(join(root, "empty"));
});
afterAll(() => rmSync(root, {recursive: true}));

describe("destinations(root, bar)", () => {
  it("lists existing pages, and pages of folders by order and title, with the file where titles are equal", () => {
    expect(destinations(root, bar)).toEqual([
      {name: "Feeds", path: "/index", below: ["/feed"]},
      {
        name: "Notebooks",
        pages: [
          {name: "A: title", path: "/notebooks/titled"},
          {name: "B", path: "/notebooks/b"},
          {name: "Bold & of a feed", path: '/notebooks/é & "q"'},
          {name: "Long name of a page", path: "/notebooks/long-name_of a page"}
        ]
      },
      {
        name: "Guide",
        pages: [
          {name: "Before it", path: "/guide/second"},
          {name: "Start here", path: "/guide/index"},
          {name: "A last one (last)", path: "/guide/last"},
          {name: "A last one (last-2)", path: "/guide/last-2"}
        ]
      }
    ]);
  });

  it("follows a changed title", () => {
    write("notebooks/b.md", "# Renamed");
    expect(JSON.stringify(destinations(root, bar))).toContain('{"name":"Renamed","path":"/notebooks/b"}');
  });
});

describe("headerOf(bar, more, {shown, title})", () => {
  const header = (shown: string) =>
    headerOf(destinations(root, bar.slice(0, 2)), destinations(root, bar.slice(2)), {shown, title: "Feedbook"});

  it("marks the current page, or the entry above it, and the menu that has it", () => {
    expect(header("/index")).toContain('<a href="/" aria-current="page">Feeds</a>');
    expect(header("/feed")).toContain('<a href="/" aria-current="true">Feeds</a>');
    expect(header("/guide/index")).toContain('<summary aria-label="More pages" data-current="">');
    expect(header("/guide/index")).toContain('<strong>Guide</strong><a href="/guide/second">Before it</a>');
    expect(header("/guide/index")).toContain('<a href="/guide/" aria-current="page">Start here</a>');
    expect(header("/404")).not.toMatch(/current/);
  });

  it("has the bar again in the menu, for phones", () => {
    expect(header("/404").match(/<a href="\/">Feeds<\/a>/g)).toHaveLength(2);
  });

  it("escapes titles and file names", () => {
    expect(header("/")).toContain('<a href="/notebooks/%C3%A9%20&#38;%20%22q%22">Bold &#38; of a feed</a>');
    expect(headerOf([{name: "<script>", path: "/a@b"}], [], {shown: "/", title: ""})).toContain(
      'href="/a@b">&#60;script&#62;<'
    );
  });
});

function write(name: string, text: string): void {
  const path = join(root, name);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, text);
}
