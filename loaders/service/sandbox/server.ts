import {getRequestListener} from "@hono/node-server";
import {type Context, Hono} from "hono";
import {listen, type Serving} from "../../http/listen.js";
import {sandboxHeader} from "../endpoints.js";
import {answerLatest, answerPrice, answerReduce, type Body} from "./answer.js";
import {listCatalogue} from "./catalogue.js";
import {type Fault, spoil} from "./faults.js";
import {latestSchema, priceSchema, Refusal, read, reduceSchema} from "./request.js";

/** The seed of the market (default 1), the clock in Unix ms and the faults (default: none), which determine all answers. */
export interface SandboxOptions {
  seed?: number;
  now?: () => number;
  faults?: readonly Fault[];
}

/** Starts the sandbox on a loopback port (default: any free one). @throws if the port is taken */
export async function startSandbox({port = 0, ...market}: SandboxOptions & {port?: number} = {}): Promise<Serving> {
  return await listen(getRequestListener(createSandbox(market).fetch), port, {methods: ["POST"]});
}

/**
 * The sandbox as an app. The three price endpoints accept any bearer token, the catalogue needs none. Refusals are plain
 * text, as at the service; 401 has no body.
 */
export function createSandbox({seed = 1, now = Date.now, faults = []}: SandboxOptions = {}): Hono {
  const app = new Hono();
  app.onError((error, context) => {
    if (error instanceof Refusal) return context.text(error.message, error.status);
    if (error instanceof RangeError) return context.text("the request is nested too deeply", 400); // for JavaScript's stack
    throw error;
  });
  app.use(async (context, next) => {
    context.header(sandboxHeader, "simulated");
    return next();
  });
  app.get("/v1/symbols", (context) => json(context, JSON.stringify(listCatalogue(now()))));
  app.post("/v1/*", async (context, next) => {
    return /^bearer +\S/i.test(context.req.header("authorization") ?? "") ? next() : context.body(null, 401);
  });
  const endpoint = (path: string, answer: (body: string) => Body): void => {
    app.post(path, async (context) => json(context, JSON.stringify(answer(await context.req.text()))));
  };
  endpoint("/v1/latest_price", (body) => spoil(answerLatest(seed, read(latestSchema, body), now()), faults, seed));
  endpoint("/v1/price", (body) => spoil(answerPrice(seed, read(priceSchema, body), now()), faults, seed));
  endpoint("/v1/reduce_price", (body) => answerReduce(seed, read(reduceSchema, body)));
  return app;
}

function json(context: Context, body: string): Response {
  return context.body(body, 200, {"content-type": "application/json"});
}
