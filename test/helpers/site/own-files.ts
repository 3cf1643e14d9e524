import {cpSync, readFileSync, writeFileSync} from "node:fs";
import {tableFromJSON, tableToIPC} from "apache-arrow";

const guide = readFileSync("src/guide/own-data.md", "utf8");

/** The page that the guide shows for own data, and its file. */
export const guideOwnPage = /^````md\n([\s\S]*?)^````$/m.exec(guide)?.[1] ?? "";
export const guideTrades = /^```csv\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? "";

const texts = {
  "own.csv": 'at,n,note\n2026-09-22T10:00:00,1,"a, b"\n2026-09-22 12:00:00.123456+02:00,2,é\n',
  "own.json": '[{"at": "2026-09-22T10:00:00", "n": 1}]',
  "own.xml": "<own><n>1</n></own>"
};

/** Writes the files that `ownFilesPage` reads. */
export function writeOwnFiles(folder: string): void {
  for (const [name, text] of Object.entries(texts)) writeFileSync(`${folder}/${name}`, text);
  writeFileSync(`${folder}/own.arrow`, tableToIPC(tableFromJSON([{n: 1, at: new Date(Date.UTC(2026, 8, 22, 10))}])));
  cpSync("test/fixtures/cases/41-own.parquet", `${folder}/own.parquet`);
}

// What each reader gives, as text.
const reads = {
  csv: [
    'FileAttachment("own.csv").csv().then(plain)',
    '[{"at":"2026-09-22T10:00:00","n":"1","note":"a, b"},{"at":"2026-09-22 12:00:00.123456+02:00","n":"2","note":"é"}]'
  ],
  typed: [
    'FileAttachment("own.csv").csv({typed: true}).then(plain)',
    '[{"at":"2026-09-22T10:00:00.000Z","n":1,"note":"a, b"},{"at":"2026-09-22T10:00:00.123Z","n":2,"note":"é"}]'
  ],
  json: ['FileAttachment("own.json").json().then(plain)', texts["own.json"].replaceAll(": ", ":").replace(", ", ",")],
  arrow: ['FileAttachment("own.arrow").arrow().then((rows) => rows.get(0).n)', "1"],
  parquet: ['FileAttachment("own.parquet").parquet().then((rows) => rows.get(0).id)', "9007199254740993"],
  url: ['FileAttachment("own.xml").url().then((url) => fetch(url)).then((response) => response.status)', "200"]
} as const;

/** What `ownFilesPage` outputs: what each reader gives, and what SQL has of tables made of it. */
export const ownFilesOutput = {
  ...Object.fromEntries(Object.entries(reads).map(([name, [, text]]) => [name, text])),
  types:
    "TIMESTAMP_NS 2026-09-22 10:00:00.123456789, TIMESTAMP WITH TIME ZONE 2026-09-22 08:00:00+00, DATE 2026-09-22, DECIMAL(10,4) 1.2500, BIGINT, INTEGER[], STRUCT(a INTEGER, b VARCHAR)",
  zoneless: "TIMESTAMP 2026-09-22 10:00:00, TIMESTAMP 2026-09-22 10:00:00.123456"
};

const code = (lang: string, text: string) => `\`\`\`${lang}\n${text}\n\`\`\`\n`;
const value = (text: string) => `${"$"}{${text}}`;

/** A page that reads each file, and asks SQL for the types of tables made of two of them. */
export const ownFilesPage = [
  code("js", 'import {sql, table} from "./notebook.js";\nconst plain = (rows) => JSON.stringify(rows);'),
  code("js", `const read = {${Object.entries(reads).map(([name, [code]]) => `${name}: String(await ${code})`)}};`),
  code("js", 'const pq = await table("pq", FileAttachment("own.parquet").parquet());'),
  code("js", 'const own = await table("own", FileAttachment("own.csv").csv({typed: true}));'),
  code(
    "sql id=[row]",
    `SELECT concat_ws(', ', ${["ns", "tz", "day", "dec"].map((name) => `typeof(${name}) || ' ' || ${name}::VARCHAR`)}, typeof(id), typeof(list), typeof(obj)) AS types,
  (SELECT string_agg(typeof("at") || ' ' || "at"::VARCHAR, ', ' ORDER BY n) FROM ${value("own")} AS own) AS zoneless
FROM ${value("pq")}`
  ),
  `<output>${value("JSON.stringify({...read, ...row})")}</output>\n`
].join("");
