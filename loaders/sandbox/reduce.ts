import {isDeepStrictEqual} from "node:util";
import {type Format, formats} from "../config/choices.js";
import {findFeed} from "./catalogue.js";
import type {Feed} from "./feed.js";
import {alteredText, Refusal} from "./refusal.js";
import type {ReduceRequest} from "./request.js";
import {unseal} from "./seal.js";
import {type Block, type Body, blockOf, parsedOf, type Update} from "./update.js";

/**
 * Answers `reduce_price`: the update of a payload with the selected feeds only, sealed anew in the payload's formats and
 * encodings, parsed if the payload was. @throws Refusal 400 if the payload cannot be checked, or was altered
 */
export function answerReduce(seed: number, {payload, priceFeedIds}: ReduceRequest): Body {
  const update = verify(seed, payload);
  const reduced = {...update, feeds: priceFeedIds.map((id) => keep(update, id))};
  const body: Body = payload.parsed ? {parsed: parsedOf(seed, reduced)} : {};
  for (const [format, {encoding}] of blocksOf(payload)) body[format] = blockOf(seed, reduced, format, encoding);
  return body;
}

function verify(seed: number, payload: ReduceRequest["payload"]): Update {
  const blocks = blocksOf(payload);
  const updates = blocks.map(([format, block]) => open(seed, format, block));
  const [update] = updates;
  if (update === undefined) {
    throw new Refusal(400, "payload has no binary data to verify: request it with at least one of formats");
  }
  const agree = updates.every((other) => isDeepStrictEqual(other, update));
  if (!agree || (payload.parsed && !isDeepStrictEqual(payload.parsed, parsedOf(seed, update)))) throw altered();
  return update;
}

function open(seed: number, format: Format, {data, encoding}: Block): Update {
  const bytes = Buffer.from(data, encoding);
  const content = bytes.toString(encoding) === data ? unseal(seed, format, bytes) : null;
  if (content === null) throw altered();
  return {...content, feeds: content.ids.flatMap((id) => findFeed(id) ?? [])};
}

function keep(update: Update, id: number): Feed {
  const feed = update.feeds.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new Refusal(400, `Price feed id ${id} is not present in the payload`);
  return feed;
}

function blocksOf(payload: ReduceRequest["payload"]): [Format, Block][] {
  return formats.flatMap((format) => (payload[format] ? [[format, payload[format]]] : []));
}

function altered(): Refusal {
  return new Refusal(400, alteredText);
}
