import {writeFileSync} from "node:fs";
import {DuckDBInstance} from "@duckdb/node-api";
import {tableFromJSON, tableToIPC} from "apache-arrow";

const rows = [
  {priceFeedId: 1, note: "a, b", weight: 0.5},
  {priceFeedId: 2, note: "é", weight: 2}
];

/** What `ownFilesPage` outputs, as JSON. */
export const ownFilesOutput = [
  [rows, rows, rows, rows, rows],
  [
    {symbol: "Crypto.BTC/USD", note: "a, b", weight: 0.5},
    {symbol: "Crypto.ETH/USD", note: "é", weight: 2}
  ]
];

/** Writes the same rows as a file `own` of each kind that `FileAttachment` reads. */
export async function writeOwnFiles(folder: string): Promise<void> {
  const own = (name: string) => `${folder}/own.${name}`;
  writeFileSync(own("csv"), 'priceFeedId,note,weight\n1,"a, b",0.5\n2,é,2\n');
  writeFileSync(own("tsv"), "priceFeedId\tnote\tweight\n1\ta, b\t0.5\n2\té\t2\n");
  writeFileSync(own("json"), JSON.stringify(rows));
  writeFileSync(own("arrow"), tableToIPC(tableFromJSON(rows)));
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(`COPY (SELECT priceFeedId::INTEGER AS priceFeedId, note, weight::DOUBLE AS weight
    FROM (VALUES (1, 'a, b', 0.5), (2, 'é', 2)) AS t(priceFeedId, note, weight))
    TO '${own("parquet")}' (FORMAT parquet, COMPRESSION zstd)`);
  connection.closeSync();
}

const code = (lang: string, text: string) => `\`\`\`${lang}\n${text}\n\`\`\`\n`;
const read = ["csv({typed: true})", "tsv({typed: true})", "json()", "arrow()", "parquet()"].map(
  (call) => `await FileAttachment("own.${call.replace(/\(.*/, "")}").${call}`
);

/** A page that reads each file, and joins one of them in SQL. */
export const ownFilesPage = [
  code(
    "js",
    `import {sql, table} from "./lib/notebook.js";\nconst plain = (rows) => Array.from(rows, (row) => ({...row}));`
  ),
  code("js", `const files = [${read.join(", ")}];`),
  code("js", `const own = await table("own", FileAttachment("own.parquet").parquet());`),
  code(
    "sql id=joined",
    `SELECT symbol, note, weight FROM ${"$"}{own} JOIN feeds USING (priceFeedId) ORDER BY priceFeedId`
  ),
  `<output>${"$"}{JSON.stringify([files.map(plain), joined])}</output>\n`
].join("");
