import {describe, expect, it} from "vitest";
import {createClient, type ServiceClient} from "../../loaders/service/client.js";
import {RefusalError} from "../../loaders/service/endpoints.js";
import {quickWorld, type Reply, reply, serve, settingsFor} from "./loopback.js";

type Method = (client: ServiceClient) => Promise<unknown>;

const latest: Method = (client) => client.latestPrice({ids: [1]});
const price: Method = (client) => client.price({ids: [1]}, 1_778_594_100_000_000);
const reduce: Method = (client) => client.reducePrice("{}", [1]);

async function refusal(
  method: Method,
  answer: Reply,
  service = {}
): Promise<{error: RefusalError; url: string; tries: number}> {
  const {url, seen} = await serve(answer);
  const error = await method(createClient(settingsFor(url, service), quickWorld())).catch((error: unknown) => error);
  if (!(error instanceof RefusalError)) throw new Error(`no refusal: ${error}`);
  return {error, url, tries: seen.length};
}

describe("RefusalError", () => {
  it.each<[string, Method, Reply, string]>([
    [
      "latest_price refused with 400: no properties specified",
      latest,
      reply(400, "no properties specified"),
      "change feeds, service.channel, service.properties or service.formats"
    ],
    ["price refused with 401 and no text", price, reply(401), "check FEEDBOOK_TOKEN and service.auth"],
    [
      "reduce_price refused with 403: Unknown feed: 4000000",
      reduce,
      reply(403, "Unknown feed: 4000000"),
      "leave the feed out of feeds, or ask the service for access to it"
    ],
    [
      "latest_price refused with 413: Payload Too Large",
      latest,
      reply(413, "Payload Too Large"),
      "ask for fewer feeds at a time: service.batchSize"
    ],
    [
      "latest_price refused with 404: Not Found",
      latest,
      reply(404, "Not Found"),
      "check FEEDBOOK_BASE_URL: asked URL/v1/latest_price"
    ],
    [
      "price refused with 404: <p>no",
      price,
      reply(404, "<p>no", {"content-type": "text/html; charset=utf-8"}),
      "check FEEDBOOK_BASE_URL: asked URL/v1/price"
    ],
    [
      "latest_price refused with 304 and no text",
      latest,
      reply(304, "", {location: "http://127.0.0.1:9/"}),
      "that is, nothing new since an answer that it did not see: a cache is in the way, check FEEDBOOK_BASE_URL (asked URL/v1/latest_price)"
    ],
    ...[300, 302, 308].flatMap((status) =>
      [{}, {location: ""}].map((headers): [string, Method, Reply, string] => [
        `price refused with ${status} and no text`,
        price,
        reply(status, "", headers),
        "it redirects, but does not say where to: check FEEDBOOK_BASE_URL (asked URL/v1/price)"
      ])
    ),
    [
      "latest_price refused with 204 and no text",
      latest,
      reply(204),
      "check FEEDBOOK_BASE_URL: asked URL/v1/latest_price"
    ]
  ])(
    "says status, endpoint, the service's text and what to do, after one try: %s",
    async (what, method, answer, advice) => {
      const {error, url, tries} = await refusal(method, answer);
      expect(error.message.replace(url, "URL")).toBe(`${what}; ${advice}`);
      expect(tries).toBe(1);
    }
  );

  it("for 401 without auth says to set it", async () => {
    const {error} = await refusal(latest, reply(401), {auth: null});
    expect(error.message).toBe("latest_price refused with 401 and no text; set FEEDBOOK_TOKEN and service.auth");
  });

  it("carries status, endpoint, text and the answer", async () => {
    const {error, url} = await refusal(latest, reply(403, "Not entitled:\r\n\u001b[31mfeed 1\u0007"));
    expect(error).toMatchObject({
      name: "RefusalError",
      endpoint: "latest_price",
      status: 403,
      serviceText: "Not entitled: [31mfeed 1",
      answer: {endpoint: "latest_price", baseUrl: url, httpStatus: 403, request: {priceFeedIds: [1]}}
    });
  });

  it("bounds a long text, in the message and in the answer", async () => {
    const {error} = await refusal(latest, reply(400, "x".repeat(1e6)));
    expect(error.serviceText).toHaveLength(300);
    expect(error.message.length).toBeLessThan(500);
    expect(error.answer?.body).toHaveLength(10_000);
  });

  it.each([301, 302, 303, 307, 308])("for a redirect (%i) says where to, and nothing is sent there", async (status) => {
    const other = await serve(reply(200, "{}"));
    const {error, tries} = await refusal(latest, reply(status, "", {location: `${other.url}/v1/latest_price`}));
    expect(error.message).toBe(
      `latest_price refused with ${status} and no text; it redirects to ${other.url}/v1/latest_price, which is not followed, ` +
        "so that the token stays with its host: correct FEEDBOOK_BASE_URL"
    );
    expect([tries, other.seen.length]).toEqual([1, 0]);
  });
});
