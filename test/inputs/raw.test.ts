// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {updatesOnClick} from "../../src/inputs/raw.js";
import {texts} from "../charts/kit.js";

const at = Date.UTC(2026, 4, 12, 13);
const picked: Parameters<typeof updatesOnClick>[0] = {
  feeds: [1],
  resolution: "raw",
  compared: [],
  exponent: -8,
  confidence: 20
};
const row = {publishedAt: new Date(at), price: 80_742.5, bid: null, ask: null, publisherCount: 9, marketSession: "<b>"};

const series = [
  {key: "price", label: "Price"},
  {key: "2", label: "<b>Binance"},
  {key: "1", label: "Bybit"}
];

type Given = Partial<typeof picked> & {since?: Date | null; candleMs?: number | null; count?: number; rate?: number};

async function clicked({count = 1, since = null, candleMs = null, rate, ...given}: Given = {}) {
  const asked: unknown[] = [];
  const ask = async (...args: unknown[]) => {
    asked.push(args);
    return {rows: Array(count).fill({...row, rate, updates: 30}), since};
  };
  const panel = await updatesOnClick({...picked, ...given}, ask)({at, candleMs, series});
  return (
    panel && {
      asked,
      panel,
      command: panel.querySelector("code")?.textContent,
      text: panel.querySelector("p")?.textContent
    }
  );
}

it("updatesOnClick() shows the update of a point, and the command with its bytes", async () => {
  const shown = await clicked();
  expect(shown).toMatchObject({
    asked: [[1, "2026-05-12T13:00:00Z", null]],
    command: "npm run -s feedbook -- show --feed 1 --at 2026-05-12T13:00:00Z"
  });
  expect(shown && texts(shown.panel, "td")).toEqual(["2026-05-12T13:00:00Z", "80,742.50", "–", "–", "9", "<b>"]);
});

it.each<[Given, string]>([
  [{candleMs: 900_000}, "2026-05-12T13:15:00Z"],
  [{resolution: "1h"}, "2026-05-12T14:00:00Z"]
])("updatesOnClick() asks for the updates of a candle or bar, and counts the others: %j", async (given, until) => {
  const shown = await clicked(given);
  expect(shown?.command).toMatch(new RegExp(`--at 2026-05-12T13:00:00Z --to ${until}$`));
  expect(shown?.text).toBe("29 more are in the file. The response and its bytes are only in the store:");
});

it("updatesOnClick() says that the file has no updates of a time before its first ones", async () => {
  const shown = await clicked({since: new Date(at + 1)});
  expect(shown?.text).toBe(
    "The raw updates of this time are not in this site’s file, which has updates from 2026-05-12 13:00:00 UTC on. The store has them:"
  );
  expect(shown && texts(shown.panel, "td")).toEqual([]);
});

it("updatesOnClick() says that a bar has no update", async () => {
  expect((await clicked({count: 0, resolution: "1h"}))?.panel.outerHTML).toBe("<p>No update in this bar.</p>");
});

it.each<Given>([{feeds: [1, 2]}, {compared: [1, 2]}])(
  "updatesOnClick() shows the nearest of several feeds, and offers the others: %j",
  async (given) => {
    const shown = await clicked(given);
    const select = shown?.panel.querySelector("select");
    expect(shown?.asked).toEqual([[2, "2026-05-12T13:00:00Z", null]]);
    expect(texts(select as Element, "option")).toEqual(["<b>Binance", "Bybit"]);
    if (select) select.value = "1";
    select?.dispatchEvent(new Event("change"));
    await vi.waitFor(() => expect(shown?.panel.querySelector("code")?.textContent).toContain("--feed 1 "));
  }
);

it("updatesOnClick() shows the rate of a funding feed, and nothing for a line of another kind", async () => {
  const shown = await clicked({rate: 0.0001});
  expect(shown && texts(shown.panel, "th, td")).toEqual([
    ...["Published", "Rate", "Mark price", "Publishers", "Session"],
    ...["2026-05-12T13:00:00Z", "+0.0100 %", "80,742.50", "9", "<b>"]
  ]);
  expect(await clicked({feeds: [8, 9]})).toBeNull();
});
