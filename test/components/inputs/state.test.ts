// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {
  foundState,
  listState,
  nowState,
  sameView,
  sortState,
  tablesState
} from "../../../src/components/inputs/state.js";
import {html} from "../../../src/components/parts/dom.js";
import {opening} from "../../lib/opening.js";

beforeEach(() => {
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
});

describe("listState()", () => {
  const start = {search: "", class: "", sort: "symbol", rates: "symbol"};

  it("shows all, sorted by symbol, where the URL says nothing", () => expect(listState().state.value).toEqual(start));

  it("reads what it wrote, in one step of the history", () => {
    const steps = history.length;
    const state = {
      search: "btc & co",
      class: "crypto",
      sort: "-price",
      rates: "apr"
    };
    listState().state.keep(state);
    expect(location.search).toBe("?search=btc+%26+co&class=crypto&sort=-price&rates=apr");
    expect([listState().state.value, history.length - steps]).toEqual([state, 1]);
    listState().state.keep(start);
    expect([location.search, history.length - steps]).toEqual(["", 2]);
  });

  it("makes one step of the letters of a search, and none of what is as it was", () => {
    const steps = history.length;
    for (const search of ["b", "bt", "btc", "btc"]) listState().state.keep({...start, search});
    expect([location.search, history.length - steps]).toEqual(["?search=btc", 1]);
    listState().state.keep({...start, search: "btc", class: "fx"});
    listState().state.keep({...start, class: "fx"});
    expect([location.search, history.length - steps]).toEqual(["?class=fx", 3]);
  });

  it("tells of the reader's way back, while the element is there", () => {
    const [element, show] = [document.body.appendChild(document.createElement("div")), vi.fn()];
    listState().state.follow(element, show);
    history.replaceState(null, "", "/?sort=-price");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(show.mock.calls).toEqual([[{...start, sort: "-price"}]]);
    element.remove();
    dispatchEvent(new PopStateEvent("popstate"));
    expect(show).toHaveBeenCalledTimes(1);
  });
});

describe("foundState()", () => {
  it("reads search and rows from the URL, and writes them there, but not what is usual", () => {
    history.replaceState(null, "", "/?search=btc&rows=all&basis=apr");
    const {value, keep} = foundState();
    expect(value).toEqual({search: "btc", rows: "all"});
    keep({search: "eth", rows: "all"});
    expect(location.search).toBe("?search=eth&rows=all&basis=apr");
    keep({search: "", rows: ""});
    expect(location.search).toBe("?basis=apr");
  });

  it("has one step of history for a search, and one for each press of the button", () => {
    const {keep} = foundState();
    const before = history.length;
    for (const search of ["b", "bt", "btc"]) keep({search, rows: ""});
    expect(history.length - before).toBe(1);
    keep({search: "btc", rows: "all"});
    expect(history.length - before).toBe(2);
  });

  it("follows the URL as long as the element is in the document", () => {
    const [element, show] = [document.body.appendChild(document.createElement("div")), vi.fn()];
    const {follow, keep} = foundState();
    follow(element, show);
    keep({search: "x", rows: ""});
    expect(show.mock.calls).toEqual([[{search: "x", rows: ""}]]);
    element.remove();
    keep({search: "y", rows: ""});
    expect(show).toHaveBeenCalledOnce();
  });
});

describe("sortState(name, usual)", () => {
  it("reads the sort from the URL, and writes it there, but not the usual one", () => {
    history.replaceState(null, "", "/?gaps=-longest&feeds=feed");
    const {value, keep} = sortState("gaps").sorted;
    expect(value.sort).toBe("-longest");
    keep({sort: "share"});
    expect(location.search).toBe("?gaps=share&feeds=feed");
    keep({sort: ""});
    expect(location.search).toBe("?feeds=feed");
  });

  it("is the usual one where the URL says none", () => {
    const {value, keep} = sortState("loads", "-startedAt").sorted;
    expect(value.sort).toBe("-startedAt");
    keep({sort: "-startedAt"});
    expect(location.search).toBe("");
  });

  it("has a step of history for each sort, and follows the URL while the table is there", () => {
    const [element, show] = [document.body.appendChild(document.createElement("div")), vi.fn()];
    const {keep, follow} = sortState("gaps", "share").sorted;
    follow(element, show);
    const before = history.length;
    for (const sort of ["-longest", "longest"]) keep({sort});
    expect(history.length - before).toBe(2);
    history.replaceState(null, "", "/");
    window.dispatchEvent(new PopStateEvent("popstate"));
    expect(show.mock.calls.flat().map(({sort}) => sort)).toEqual(["-longest", "longest", "share"]);
    element.remove();
    keep({sort: "feed"});
    expect(show).toHaveBeenCalledTimes(3);
  });
});

describe("tablesState()", () => {
  const scrolled: string[] = [];

  beforeEach(() => {
    scrolled.length = 0;
    history.replaceState(null, "", "/data");
    document.body.replaceChildren(html("details", {id: "prices"}), html("details", {id: "store-loads"}));
    Element.prototype.scrollIntoView = function () {
      scrolled.push(this.id);
    };
  });

  it("reads what it wrote, without steps in the history", () => {
    const steps = history.length;
    tablesState().onChange({search: "bid", open: "prices"});
    expect(location.href).toMatch(/\/data\?search=bid#prices$/);
    expect(tablesState()).toMatchObject({search: "bid", open: "prices"});
    tablesState().onChange({search: "", open: ""});
    expect(location.href).toMatch(/\/data$/);
    expect(history.length).toBe(steps);
  });

  it.each([
    ["#prices", "prices"],
    ["#store-loads", "store-loads"],
    ["#loads", "store-loads"]
  ])("opens and shows the table of the fragment %s", async (hash, id) => {
    history.replaceState(null, "", hash);
    tablesState();
    await vi.waitFor(() => expect(scrolled).toContain(id));
    expect(document.querySelector("details[open]")?.id).toBe(id);
  });

  it("follows a fragment that comes later, and lets others be", async () => {
    tablesState();
    location.hash = "#nothing";
    location.hash = "#%E0";
    location.hash = "#prices";
    await vi.waitFor(() => expect(document.querySelector("details[open]")?.id).toBe("prices"));
  });
});

describe("nowState(opening)", () => {
  beforeEach(() => {
    history.replaceState(null, "", "/funding?basis=apr&feeds=112&range=7d");
    document.body.innerHTML = '<h2 id="over-time"></h2>';
  });

  it("has the time of simulated data, and none of real data", () => {
    const told = (simulated: boolean | null) => nowState({meta: {...opening.meta, simulated}}).simulatedAt;
    expect([told(true), told(false), told(null)]).toEqual([opening.meta.lastPublishedAt, null, null]);
  });

  it("links to other feeds, and keeps the rest of the view", () => {
    expect(nowState(opening).href("113,114")).toBe("?basis=apr&feeds=113,114&range=7d");
  });

  it("picks feeds as a step of the browser's history, and shows their chart", () => {
    const scrolled = vi.fn();
    Element.prototype.scrollIntoView = scrolled;
    const before = history.length;
    history.replaceState(null, "", "/funding?basis=apr&hide=112");
    nowState(opening).onPick("113,114");
    expect([location.search, history.length - before, scrolled.mock.calls.length]).toEqual([
      ...["?basis=apr&feeds=113,114", 1, 1]
    ]);
  });
});

describe("sameView()", () => {
  it.each([
    ["/spreads", "?feed=7"],
    ["/spreads?feed=1&range=7d&tz=new-york", "?feed=7&range=7d&tz=new-york"]
  ])("keeps of %s all but the feed", (url, link) => {
    history.replaceState(null, "", url);
    expect(sameView().href({priceFeedId: 7n})).toBe(link);
    sameView().onPick({priceFeedId: 7n});
    expect(location.search).toBe(link);
  });
});
