import {createHash} from "node:crypto";
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {policyOf, withPolicy, writePolicies} from "../../loaders/site/policy.js";

const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
const scriptsOf = (page: string) => /script-src ([^;]*)/.exec(policyOf(page))?.[1]?.split(" ");

describe("policyOf(page)", () => {
  it("allows the page's own scripts and, by their hashes, the inline ones that it has, and none else", () => {
    const page = `<head><script>\nfirst()</script><script type="module">import "./a.js";\nlater("<b>")\n</script>
      <script src="./b.js"></script><script  type="module"  src = "./c.js"></script><script>\nfirst()</script>`;
    const inline = ["\nfirst()", 'import "./a.js";\nlater("<b>")\n'].map(hash);
    expect(scriptsOf(page)).toEqual(["'self'", "'wasm-unsafe-eval'", ...inline]);
    expect(scriptsOf("<p>no script</p>")).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  });

  it("names no host, and nothing may be loaded that it does not name", () => {
    expect(policyOf("")).toContain("default-src 'none'");
    expect(policyOf("")).not.toMatch(/https?:|\*|unsafe-eval' |script-src[^;]*unsafe-inline/);
  });
});

describe("withPolicy(page)", () => {
  it("puts it behind the charset, before everything that it rules, once", () => {
    const page = '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<script>go()</script></head>';
    const made = withPolicy(page);
    const meta = `<meta http-equiv="content-security-policy" content="${policyOf(page)}">`;
    expect(made).toBe(page.replace('<meta charset="utf-8">', (charset) => `${charset}\n${meta}`));
    expect(withPolicy(made)).toBe(made);
    expect(policyOf(made)).toBe(policyOf(page));
  });
});

describe("writePolicies(root)", () => {
  it("writes it into every page, also in folders, and leaves other files", () => {
    const root = mkdtempSync(join(tmpdir(), "feedbook-policy-"));
    const files = {
      "index.html": "<head></head>",
      "feeds/one.html": "<head><script>1</script></head>",
      "a.js": "<head>"
    };
    mkdirSync(join(root, "feeds"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    writePolicies(root);
    const written = Object.keys(files).map((name) => readFileSync(join(root, name), "utf8"));
    rmSync(root, {recursive: true});
    expect(written).toEqual([withPolicy("<head></head>"), withPolicy(files["feeds/one.html"]), "<head>"]);
    expect(written[1]).toContain(hash("1"));
  });
});
