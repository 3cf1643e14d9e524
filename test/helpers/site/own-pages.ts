import {readFileSync} from "node:fs";

const guide = readFileSync("src/guide/own-data.md", "utf8");
const [, script = "", use = ""] = /^```sh\n([\s\S]*?)^```\n```js run=false\n([\s\S]*?)\n```$/m.exec(guide) ?? [];
const code = (text: string) => `\`\`\`js\n${text}\n\`\`\`\n`;

/** The page that the README explains. */
export const ownPage = /^````md\n([\s\S]*?)^````$/m.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";

/** The file of the guide's page for own data. */
export const guideTrades = /^```csv\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? "";

/** The data loader of the guide that queries the store, and a page that shows its rows. */
export const guideLoader = script;
export const loaderPage = `${code('import {dataTable} from "./notebook.js";')}${code(use)}${code("dataTable(responses)")}`;

/** A page that shares its `sql` with the test. */
export const reachPage = `# Reach\n${code(`import {sql} from "./notebook.js";
globalThis.run = (text) => sql({raw: [text]}).then(() => "done", ({message}) => message);`)}`;
