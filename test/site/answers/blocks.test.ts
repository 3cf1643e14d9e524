import {expect, it} from "vitest";
import {namedSql, parseBlocks} from "../../../loaders/site/answers/blocks.js";

const value = (code: string) => `${"$"}{${code}}`;
const page = `# Title

\`\`\`sql id=series display=false
SELECT ${value("pick.step")}
WHERE a = ${value("pick.feed")}
\`\`\`

\`\`\`js
const x = "FROM ${value("y")}";
\`\`\`

\`\`\`sql
FROM ${value("{a: {b: 1}}.a.b")}
\`\`\`

\`\`\`sql run=false
not run
\`\`\`

\`\`\`\`md
\`\`\`sql
SELECT 'a sample'
\`\`\`
\`\`\`\`
`;

it("parseBlocks(markdown) reads the SQL blocks that run as template literals", () => {
  expect(parseBlocks(page)).toEqual([
    {id: "series", line: 4, strings: ["SELECT ", "\nWHERE a = ", ""], expressions: ["pick.step", "pick.feed"]},
    {id: null, line: 13, strings: ["FROM ", ""], expressions: ["{a: {b: 1}}.a.b"]}
  ]);
});

it("namedSql(block) names each parameter by the last part of its path, unless one is more than a path", () => {
  const named = parseBlocks(page).map(namedSql);
  expect(named).toEqual([{sql: "SELECT $step\nWHERE a = $feed", names: ["step", "feed"]}, null]);
});
