import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";

interface Locked {
  license?: string;
  integrity?: string;
  dev?: boolean;
  inBundle?: boolean;
}

const {dependencies, devDependencies} = JSON.parse(readFileSync("package.json", "utf8"));
const {packages} = JSON.parse(readFileSync("package-lock.json", "utf8"));
const locked = Object.entries<Locked>(packages).filter(([path]) => path !== "");

// What may be passed on together with Feedbook.
const allowed = [
  ...["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "OFL-1.1"],
  ...["Unlicense", "CC0-1.0", "Python-2.0", "(MIT AND Zlib)", "(MIT OR GPL-3.0-or-later)"]
];

describe("dependencies", () => {
  it("have one version and one checksum each, and run nothing when they are installed", () => {
    const versions = Object.entries({...dependencies, ...devDependencies});
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)))).toEqual([]);
    expect(locked.length).toBeGreaterThan(400);
    expect(locked.filter(([, {integrity, inBundle}]) => !integrity && !inBundle)).toEqual([]);
    expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
  });

  it("of users have licences that allow passing them on", () => {
    const others = locked.filter(([, {dev, license = ""}]) => !dev && !allowed.includes(license));
    expect(others.map(([path]) => path)).toEqual(["node_modules/json-bignum"]); // MIT, as its own package.json says
  });
});
