import {existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {JSDOM} from "jsdom";
import {firstSentence} from "../../snapshot/dictionary.js";
import {querySnapshot} from "../../snapshot/snapshot.js";
import {toRecords} from "../../store/database/query.js";

/**
 * Writes `llms.txt` into a site, by which assistants find their way: its data, the SQL vocabulary of the guide, and its pages.
 * `root` has the pages' sources, `title` is the site's. See https://llmstxt.org.
 */
export async function writeLlms(
  made: string,
  {root, snapshotPath, title}: {root: string; snapshotPath: string; title: string}
): Promise<void> {
  const [meta = {}] = toRecords(await querySnapshot(snapshotPath, "FROM meta"));
  const tables = toRecords(await querySnapshot(snapshotPath, tablesSql));
  const files = readdirSync(made, {recursive: true, encoding: "utf8"}).map((file) => file.replaceAll("\\", "/"));
  const rows = files.find((file) => /^_file\/data\/feeds\.\w+\.duckdb$/.test(file));
  const pages = files.filter((file) => file.endsWith(".html") && file !== "404.html").sort();
  const vocabulary = join(root, "guide/vocabulary.md");
  const {simulated, feeds, firstPublishedAt, lastPublishedAt} = meta;
  const parts = [
    `# ${title}`,
    `> ${simulated ? "Simulated" : "Real"} updates of ${feeds} price feeds, from ${firstPublishedAt} to ${lastPublishedAt}.`,
    ...(rows ? [`All rows are in one file of DuckDB: [${rows}](${rows}).`] : []),
    ...(existsSync(vocabulary) ? sectionsOf(readFileSync(vocabulary, "utf8")) : []),
    `## Tables, views and named queries\n\n${tables.map(tableLine).join("\n")}`,
    `## Pages\n\n${pages.map((file) => pageLine(made, file, title)).join("\n")}`
  ];
  writeFileSync(join(made, "llms.txt"), `${parts.join("\n\n")}\n`);
}

const tablesSql = "SELECT name, comment FROM data_tables WHERE place = 'snapshot' ORDER BY name";

function tableLine({name, comment}: Record<string, unknown>): string {
  return `- \`${name}\`: ${firstSentence(String(comment ?? ""))}`;
}

function pageLine(made: string, file: string, site: string): string {
  const [, html = file] = /<title>(.*?)<\/title>/.exec(readFileSync(join(made, file), "utf8")) ?? [];
  const title = JSDOM.fragment(html).textContent?.replace(` | ${site}`, "");
  return `- [${title?.replace(/[\\[\]]/g, "\\$&")}](${file})`;
}

// The sections of plain Markdown and SQL.
function sectionsOf(page: string): string[] {
  const sections = page.split(/^(?=## )/m).slice(1);
  return sections
    .filter((section) => !section.includes("```js"))
    .map((section) => section.replace("```sql run=false", "```sql").trim());
}
