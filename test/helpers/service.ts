import {type Loopback, type Reply, reply, serve} from "../service/loopback.js";

/** A request to a price endpoint, as received. */
export interface Asked {
  path: string;
  priceFeedIds?: number[];
  symbols?: string[];
  channel?: string;
  timestamp?: number;
  properties?: string[];
}

/** The catalogue of a fake service (null: none), and how it answers. */
export interface ServiceOptions {
  catalogue?: readonly object[] | null;
  answer?: (asked: Asked) => Reply;
}

/** A made-up service on loopback, gone after the test; `asked` are the questions to its price endpoints so far. */
export async function serveFeeds({
  catalogue = null,
  answer = answerAll
}: ServiceOptions = {}): Promise<Loopback & {asked: Asked[]}> {
  const asked: Asked[] = [];
  const listed = () => (catalogue === null ? reply(404, "no such path") : reply(200, JSON.stringify(catalogue)));
  const loopback = await serve((response, seen) => {
    if (seen.url === "/v1/symbols") return listed()(response, seen);
    const question: Asked = {path: seen.url, ...JSON.parse(seen.body)};
    asked.push(question);
    answer(question)(response, seen);
  });
  return {...loopback, asked};
}

/** Answers with an update of every feed requested by id, published at the requested instant, else now. */
export function answerAll({priceFeedIds = [], timestamp = Date.now() * 1000}: Asked): Reply {
  return reply(200, updateOf(priceFeedIds, timestamp));
}

/** An update body with one entry per feed. */
export function updateOf(ids: readonly number[], timestampUs = 1778594100000000): string {
  const priceFeeds = ids.map((priceFeedId) => ({priceFeedId, price: "100", exponent: -2}));
  return JSON.stringify({parsed: {timestampUs: String(timestampUs), priceFeeds}});
}
