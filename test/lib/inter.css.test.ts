import {execa} from "execa";
import {expect, it} from "vitest";

it("inter.css.ts prints a style sheet that has the font in it", async () => {
  const {stdout} = await execa(process.execPath, ["--import", "tsx", "src/lib/inter.css.ts"]);
  expect(stdout).toMatch(/^@font-face \{\n {2}font-family: "Inter Variable";[\s\S]*\}$/);
  const [, font = ""] = /url\(data:font\/woff2;base64,([^)]+)\)/.exec(stdout) ?? [];
  const bytes = Buffer.from(font, "base64");
  expect([bytes.subarray(0, 4).toString(), bytes.length > 10_000]).toEqual(["wOF2", true]);
  expect(stdout).not.toContain("http");
});
