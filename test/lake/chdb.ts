import {existsSync, mkdirSync} from "node:fs";
import {createRequire} from "node:module";
import {join, resolve} from "node:path";
import {execa} from "execa";

const version = "3.4.0"; // with ClickHouse 26.7

/** ClickHouse in this process. */
export interface ClickHouse {
  /** The answer as text of a format, such as `TSV`. @throws with ClickHouse's message */
  query(sql: string, format?: string): string;
  close(): void;
}

/**
 * Opens ClickHouse, which the package chdb has inside. As it takes 540 MB, it is installed into a cache when it is
 * first needed, and no other command has it. @throws Error without a network
 */
export async function openClickHouse(): Promise<ClickHouse> {
  const folder = resolve(`node_modules/.cache/feedbook/chdb-${version}`);
  const main = join(folder, "node_modules", "chdb", "package.json");
  if (!existsSync(main)) {
    console.log(`installing chdb ${version} into ${folder}: 540 MB, once`);
    mkdirSync(folder, {recursive: true});
    const args = [
      "install",
      "--no-save",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      `chdb@${version}`
    ];
    const {exitCode, stderr} = await execa("npm", [...args, "--prefix", folder], {reject: false});
    if (exitCode !== 0)
      throw new Error(
        `cannot install chdb ${version}: ${stderr.split("\n", 3).join(", ")}: this test needs a registry of packages once`
      );
  }
  const {Session} = createRequire(main)("chdb") as {Session: new () => ClickHouse};
  return new Session();
}
