import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path/posix";
import {ConfigError} from "../../config/errors.js";
import {escaped} from "../../config/markup.js";

// The folder under the site's source root whose pages appear in the bar without further settings.
const notebooksFolder = "notebooks";

/**
 * Writes a small working page, and returns its file and its path. The title makes the file name. @throws ConfigError if
 * it makes none, or the file of the given name exists
 */
export function writeNewPage(root: string, title: string, name?: string): {file: string; path: string} {
  const heading = headingOf(title);
  const wanted = name === undefined ? slugOf(heading) : checked(name);
  mkdirSync(join(root, notebooksFolder), {recursive: true});
  for (let number = 1; ; number++) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    const file = join(root, notebooksFolder, `${slug}.md`);
    if (isWritten(file, pageOf(heading))) return {file, path: `/${notebooksFolder}/${slug}`};
    if (name !== undefined)
      throw new ConfigError(`${file} is there already: edit it, or name another file, as in --name ${slug}-2`);
  }
}

// Overwrites no file, and follows no link.
function isWritten(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, {flag: "wx"});
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

const longest = 120;

function headingOf(title: string): string {
  const heading = title.trim().normalize("NFC");
  if (heading === "") throw new ConfigError('missing title: give one, as in feedbook new "Weekend gaps"');
  if (/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(heading))
    throw new ConfigError("invalid title: it has a line break or a control character: give one line of text");
  if (heading.length <= longest) return heading;
  throw new ConfigError(
    `title too long: ${heading.length} characters: give at most ${longest}, and write the rest on the page`
  );
}

// Letters without their accents; other characters separate words.
function slugOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  if (slug !== "" && slug !== "index") return slug;
  throw new ConfigError(`no file name in title: ${title}: name the file, too, as in --name weekend-gaps`);
}

function checked(name: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,99}$/.test(name) && name !== "index") return name;
  throw new ConfigError(`invalid name: ${name}: give small letters a to z, digits and dashes, as in weekend-gaps`);
}

// Escapes the title, as it is text, not Markdown or a `${…}` of Framework.
function pageOf(title: string): string {
  return template.replace("TITLE", () => escaped(title, /[\\`*_{}[\]<>()#$!~&|:"']/g));
}

const kit = "../notebook.js"; // from the page

// Inputs and Plot are for later blocks: Inputs shows the rows of an SQL block.
const template = `# TITLE

\`\`\`js
import {feedInput, finding, formatBps, formatCount, Inputs, Plot, sql, timeChart} from "${kit}";
\`\`\`

\${finding(summary[0], {count: "hours", least: 2, text: ({hours, median, widest}) =>
  \`In \${formatCount(hours)} open hours the range of the price is \${formatBps(median)} at the median, and \${formatBps(widest)} at most.\`
})}

Why do you ask? Write here what the chart shows. Charts, tables and inputs to choose from are on [Components](../components).

\`\`\`js
const feed = view(feedInput(feeds));
\`\`\`

\${timeChart(ranges, {y: "rangeBps", title: "Range of an hour, bps"})}

\`\`\`sql id=ranges
SELECT startedAt, marketSession, 1e4 * (high - low) / low AS rangeBps FROM bars_1h WHERE priceFeedId = \${feed} ORDER BY startedAt
\`\`\`
\`\`\`sql id=summary
SELECT count(*) AS hours, median(1e4 * (high - low) / low) AS median, max(1e4 * (high - low) / low) AS widest
FROM bars_1h WHERE priceFeedId = \${feed} AND marketSession IS DISTINCT FROM 'closed'
\`\`\`
\`\`\`sql id=feeds
SELECT priceFeedId, symbol, name, assetType FROM familiar_feeds(40) WHERE assetType <> 'funding-rate'
\`\`\`

**Caveat.** While a market is closed its price stands still: the chart tints such hours, and the sentence above leaves them out. Say here what
else could be wrong.
`;
