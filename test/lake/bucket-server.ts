import {once} from "node:events";
import type {AddressInfo} from "node:net";
import {serve} from "@hono/node-server";
import {type Context, Hono} from "hono";

/** A server of the S3 protocol on loopback with one bucket, `market`, as far as lakes use it. */
export interface BucketServer {
  /** For AWS_ENDPOINT_URL. */
  address: string;
  /** Objects by their keys. */
  objects: Map<string, Uint8Array>;
  stop(): Promise<void>;
}

const pageSize = 3; // keys in a listing, so that there are several pages

/** Starts a server that has no files. */
export async function startBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Uint8Array>();
  const server: BucketServer = {address: "", objects, stop: async () => {}};
  const app = new Hono();
  app.use("*", async (context, next) => {
    if (!context.req.header("authorization")?.includes("Credential=AKIATEST/"))
      return fault(context, 403, "InvalidAccessKeyId");
    return await next();
  });
  app.get("/market/", (context) => context.body(listing(objects, context.req.query())));
  app.post("/market/", async (context) => {
    for (const [, key = ""] of (await context.req.text()).matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(key);
    return context.body("<DeleteResult/>");
  });
  app.put("/market/*", async (context) => {
    const key = keyOf(context);
    if (context.req.header("if-none-match") === "*" && objects.has(key))
      return fault(context, 412, "PreconditionFailed");
    objects.set(key, new Uint8Array(await context.req.arrayBuffer()));
    return context.body(null, 200, {etag: '"1"'});
  });
  app.get("/market/*", (context) => {
    const held = objects.get(keyOf(context));
    return held ? context.body(held.slice().buffer) : fault(context, 404, "NoSuchKey");
  });
  app.all("*", (context) => fault(context, 404, "NoSuchBucket"));
  const listening = serve({fetch: app.fetch, port: 0, hostname: "127.0.0.1"});
  await once(listening, "listening");
  server.address = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  server.stop = async () => {
    listening.close();
    await once(listening, "close");
  };
  return server;
}

function keyOf({req}: Context): string {
  return decodeURIComponent(new URL(req.url).pathname).replace(/^\/market\/?/, "");
}

function listing(objects: Map<string, Uint8Array>, query: Record<string, string>): string {
  const {prefix = "", "continuation-token": after = ""} = query;
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return `<ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${next}
    ${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")}</ListBucketResult>`;
}

function fault(context: Context, status: 403 | 404 | 412, code: string): Response {
  return context.body(`<Error><Code>${code}</Code><Message>${code} of ${keyOf(context)}</Message></Error>`, status);
}
