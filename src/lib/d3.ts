import {text} from "d3";
import {dsvFormat} from "./dsv.js";

// All of d3, with what the policy of a page forbids in another way: d3's own readers of CSV compile code at run time. Plot imports
// all of d3, too.
export * from "d3";
export {autoType, dsvFormat} from "./dsv.js";

const comma = dsvFormat(",");
const tab = dsvFormat("\t");
export const csvParse = comma.parse;
export const tsvParse = tab.parse;
export const csv = reader(csvParse);
export const tsv = reader(tsvParse);

/** As d3's `dsv(delimiter, input, init, row)`. */
export function dsv(delimiter: string, ...args: Parameters<typeof csv>): ReturnType<typeof csv> {
  return reader(dsvFormat(delimiter).parse)(...args);
}

type Convert = Parameters<typeof csvParse>[1];

function reader(parse: typeof csvParse) {
  return async (input: string, init?: RequestInit | Convert, row?: Convert) =>
    typeof init === "function" ? parse(await text(input), init) : parse(await text(input, init), row as Convert);
}
