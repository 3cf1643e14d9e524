import {mkdirSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execa} from "execa";
import {afterAll, beforeAll, expect, it} from "vitest";
import {makeSnapshot} from "../../helpers/snapshot.js";

const cwd = mkdtempSync(join(tmpdir(), "feedbook-pandas-"));
const [, sample = ""] = /^```python\n([\s\S]*?)^```$/m.exec(readFileSync("src/guide/sharing.md", "utf8")) ?? [];
const python = join(cwd, "python", "bin", "python");

beforeAll(async () => {
  mkdirSync(join(cwd, "data"));
  await makeSnapshot(join(cwd, "data", "feeds.snapshot.duckdb"), {hours: 8});
  await execa("python3", ["-m", "venv", "python"], {cwd});
  await execa(python, ["-m", "pip", "install", "--quiet", "duckdb==1.5.6", "pandas==3.0.6"], {cwd});
}, 300_000);
afterAll(() => rmSync(cwd, {recursive: true}));

// Installs packages of Python, for which the gate has no time.
it("the guide's lines for pandas give a figure", async () => {
  const {stdout} = await execa(python, ["-c", sample], {cwd});
  expect(Number(stdout)).toBeGreaterThan(0);
});
