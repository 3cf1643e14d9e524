import {text} from "d3";
import {dsvFormat} from "./dsv.js";

// All of d3, with other readers of CSV: d3's own compile code at run time, which the policy of a page forbids.
export * from "d3";
export {autoType, dsvFormat} from "./dsv.js";

const comma = dsvFormat(",");
const tab = dsvFormat("\t");

/** Reads the text of a CSV as rows, as d3's `csvParse(text, row)`. */
export const csvParse = comma.parse;

/** Reads text with tabs between its fields as rows, as d3's `tsvParse(text, row)`. */
export const tsvParse = tab.parse;

/** Fetches a CSV and reads its rows, as d3's `csv(input, init, row)`. */
export const csv = reader(csvParse);

/** Fetches a file with tabs between its fields and reads its rows, as d3's `tsv(input, init, row)`. */
export const tsv = reader(tsvParse);

/** Fetches a file with any delimiter and reads its rows, as d3's `dsv(delimiter, input, init, row)`. */
export function dsv(delimiter: string, ...args: Parameters<typeof csv>): ReturnType<typeof csv> {
  return reader(dsvFormat(delimiter).parse)(...args);
}

type Convert = Parameters<typeof csvParse>[1];

function reader(parse: typeof csvParse) {
  return async (input: string, init?: RequestInit | Convert, row?: Convert) =>
    typeof init === "function" ? parse(await text(input), init) : parse(await text(input, init), row as Convert);
}
