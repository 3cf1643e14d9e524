import {describe, expect, it} from "vitest";
import {namedSql, parseBlocks} from "../../../loaders/site/answers/blocks.js";

const fence = "```";

const page = `# Title

${fence}sql id=series display=false
SELECT \${pick.step}
WHERE a = \${pick.feed}
${fence}

${fence}js
const x = "FROM \${y}";
${fence}

${fence}sql
FROM \${{a: {b: 1}}.a.b}
${fence}

${fence}sql run=false
not run
${fence}
`;

describe("parseBlocks(markdown)", () => {
  it("reads the SQL blocks that run, as template literals have them", () => {
    expect(parseBlocks(page)).toEqual([
      {id: "series", line: 4, strings: ["SELECT ", "\nWHERE a = ", ""], expressions: ["pick.step", "pick.feed"]},
      {id: null, line: 13, strings: ["FROM ", ""], expressions: ["{a: {b: 1}}.a.b"]}
    ]);
  });

  it("finds none in a sample of a page, which has a longer fence", () =>
    expect(parseBlocks("````md\n# Mine\n```sql\nSELECT 1\n```\n````\n```sql\nSELECT 2\n```\n")).toEqual([
      {id: null, line: 8, strings: ["SELECT 2"], expressions: []}
    ]));

  it("finds none in a page without SQL", () => expect(parseBlocks("# Title\n\ntext\n")).toEqual([]));
});

describe("namedSql(block)", () => {
  it("names each parameter by the last part of its path", () => {
    const [series] = parseBlocks(page);
    expect(series && namedSql(series)).toEqual({sql: "SELECT $step\nWHERE a = $feed", names: ["step", "feed"]});
  });

  it("is null for a parameter that is more than a path", () => {
    const [, other] = parseBlocks(page);
    expect(other && namedSql(other)).toBeNull();
  });
});
