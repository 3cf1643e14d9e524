import {randomUUID} from "node:crypto";
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
  /** Uploads in parts that are under way: their ids, and the parts by their numbers. */
  uploads: Map<string, Map<number, Uint8Array>>;
  /** Refuses what a request asks, with the status and code of the protocol, from then on; null: nothing. */
  refusal: ((method: string, key: string) => {status: 403 | 500; code: string} | null) | null;
  stop(): Promise<void>;
}

const pageSize = 3; // keys in a listing, so that there are several pages
const leastPart = 5 * 2 ** 20; // bytes of every part but the last, by the protocol

/** Starts a server that has no files. */
export async function startBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const server: BucketServer = {address: "", objects, uploads, refusal: null, stop: async () => {}};
  const app = new Hono();
  app.use("*", async (context, next) => {
    if (!context.req.header("authorization")?.includes("Credential=AKIATEST/"))
      return fault(context, 403, "InvalidAccessKeyId");
    const refused = server.refusal?.(context.req.method, keyOf(context));
    return refused ? fault(context, refused.status, refused.code) : await next();
  });
  app.get("/market/", (context) => context.body(listing(objects, context.req.query())));
  app.post("/market/", async (context) => {
    for (const [, key = ""] of (await context.req.text()).matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(key);
    return context.body("<DeleteResult/>");
  });
  takeParts(app, server);
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

// A file in parts: it is started, gets its parts in any order, and is there when it is put together.
function takeParts(app: Hono, {objects, uploads}: BucketServer): void {
  app.post("/market/*", async (context) => {
    const {uploads: starts, uploadId = ""} = context.req.query();
    if (starts !== undefined) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return context.body(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    const numbers = [...(await context.req.text()).matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number));
    const parts = numbers.map((number) => uploads.get(uploadId)?.get(number) ?? new Uint8Array());
    if (parts.slice(0, -1).some(({length}) => length < leastPart)) return fault(context, 400, "EntityTooSmall");
    objects.set(keyOf(context), Buffer.concat(parts));
    uploads.delete(uploadId);
    return context.body("<CompleteMultipartUploadResult><ETag>1</ETag></CompleteMultipartUploadResult>");
  });
  app.put("/market/*", async (context, next) => {
    const {uploadId, partNumber} = context.req.query();
    if (uploadId === undefined) return await next();
    uploads.get(uploadId)?.set(Number(partNumber), new Uint8Array(await context.req.arrayBuffer()));
    return context.body(null, 200, {etag: `"${partNumber}"`});
  });
  app.delete("/market/*", (context) => {
    uploads.delete(context.req.query("uploadId") ?? "");
    return context.body(null, 204);
  });
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

function fault(context: Context, status: 400 | 403 | 404 | 412 | 500, code: string): Response {
  return context.body(`<Error><Code>${code}</Code><Message>${code} of ${keyOf(context)}</Message></Error>`, status);
}
