import {createHash} from "node:crypto";
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {policyOf, withPolicy, writePolicies} from "../../loaders/site/policy.js";

const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
const scriptsOf = (page: string) => /script-src ([^;]*)/.exec(policyOf(page))?.[1]?.split(" ");

describe("policyOf(page)", () => {
  it("allows the site's scripts and, by hash, each inline script of the page once", () => {
    const page = `<head><script>\nfirst()</script><script type="module">import "./a.js";\nlater("<b>")\n</script>
      <script src="./b.js"></script><script  type="module"  src = "./c.js"></script><script>\nfirst()</script>`;
    const inline = ["\nfirst()", 'import "./a.js";\nlater("<b>")\n'].map(hash);
    expect(scriptsOf(page)).toEqual(["'self'", "'wasm-unsafe-eval'", ...inline]);
    expect(scriptsOf("<p>no script</p>")).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  });

  it("allows no host and no unlisted source", () => {
    expect(policyOf("")).toContain("default-src 'none'");
    expect(policyOf("")).not.toMatch(/https?:|\*|unsafe-eval' |script-src[^;]*unsafe-inline/);
  });
});

it("writePolicies(root) writes the policy into every page, between charset and scripts, once", () => {
  const root = mkdtempSync(join(tmpdir(), "feedbook-policy-"));
  const page = '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<script>go()</script></head>';
  mkdirSync(join(root, "deep"));
  for (const name of ["deep/index.html", "a.js"]) writeFileSync(join(root, name), page);
  writePolicies(root);
  const meta = `<meta http-equiv="content-security-policy" content="${policyOf(page)}">`;
  const written = readFileSync(join(root, "deep/index.html"), "utf8");
  expect(written).toBe(page.replace('<meta charset="utf-8">', (charset) => `${charset}\n${meta}`));
  expect(withPolicy(written)).toBe(written);
  expect(readFileSync(join(root, "a.js"), "utf8")).toBe(page);
  rmSync(root, {recursive: true});
});
