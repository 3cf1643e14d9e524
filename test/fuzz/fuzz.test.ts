import {expect, it} from "vitest";
import {readBody} from "../../loaders/parse/body.js";
import {fuzz} from "./fuzz.js";

const seed = Number(process.env.FEEDBOOK_SEED ?? 20260512);

it("fuzz({seed, runs}) reads and books 2 000 generated bodies without an exception", {timeout: 300_000}, async () => {
  expect(await fuzz({seed, runs: 2000})).toBeGreaterThan(1000);
});

it("fuzz({seed, runs, read}) fails where an entry is lost", {timeout: 300_000}, async () => {
  const read = (text: string) => ({...readBody(text), rejects: []});
  await expect(fuzz({seed, runs: 500, read})).rejects.toThrow(/every entry is accounted for/);
});
