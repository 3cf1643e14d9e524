import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {readConfig} from "../../loaders/config/schema.js";
import {assertToken, type Flags, readConfigFile, readSettings} from "../../loaders/config/settings.js";

describe("settings", () => {
  const real = {FEEDBOOK_BASE_URL: "https://prices.example/pyth/", FEEDBOOK_TOKEN: "tok-123"};
  const places = "the path of a file, such as data/feeds.duckdb";
  const folders: string[] = [];
  let empty = "";

  async function folder(config?: string): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), "feedbook-"));
    folders.push(path);
    if (config !== undefined) await writeFile(join(path, "feedbook.config.ts"), config);
    return path;
  }

  beforeAll(async () => {
    empty = await folder();
  });
  afterAll(async () => {
    for (const path of folders) await rm(path, {recursive: true});
  });

  describe("readSettings({env, cwd, flags})", () => {
    it("returns the defaults, and the sandbox, when nothing is set", async () => {
      expect(await readSettings({env: {}, cwd: empty})).toEqual({
        ...readConfig({}),
        cluster: null,
        baseUrl: null,
        token: null,
        storePath: join(empty, "data/feeds.duckdb"),
        snapshotPath: join(empty, "data/feeds.snapshot.duckdb")
      });
    });

    it("reads the server of an engine, and its password from the environment only", async () => {
      const env = {FEEDBOOK_ENGINE: "clickhouse", FEEDBOOK_CLICKHOUSE_URL: "http://a.example:8123/market/"};
      const read = async (more: object) => (await readSettings({env: {...env, ...more}, cwd: empty})).snapshot.cluster;
      expect(await read({})).toEqual({url: "http://a.example:8123/market", user: "default", password: ""});
      const own = {FEEDBOOK_CLICKHOUSE_USER: "reader", FEEDBOOK_CLICKHOUSE_PASSWORD: "p4ss"};
      expect(await read(own)).toMatchObject({user: "reader", password: "p4ss"});
      await expect(read({FEEDBOOK_CLICKHOUSE_URL: ""})).rejects.toThrow(/missing FEEDBOOK_CLICKHOUSE_URL/);
      await expect(read({FEEDBOOK_ENGINE: "trino"})).rejects.toThrow(
        /FEEDBOOK_ENGINE: is "trino"; allowed: clickhouse/
      );
      const secret = read({FEEDBOOK_CLICKHOUSE_URL: "http://reader:p4ss@a.example:8123"});
      await expect(secret).rejects.toThrow(/"http:\/\/\*\*\*@a.example:8123"; allowed: an address without user/);
    });

    it("treats empty variables as unset, and trims the others", async () => {
      const env = {FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: " tok\n", FEEDBOOK_STORE: "  "};
      const storePath = join(empty, "data/feeds.duckdb");
      expect(await readSettings({env, cwd: empty})).toMatchObject({baseUrl: null, token: "tok", storePath});
    });

    it("puts flags over environment over feedbook.config.ts over defaults", async () => {
      const cwd = await folder(`
      const config: {service: object} = {service: {baseUrl: "https://file.example", channel: "real_time", retries: 9}};
      export default {...config, store: {path: "file.duckdb"}, feeds: {ids: [1]}};
    `);
      const flags: Flags = {
        store: "flag.duckdb",
        baseUrl: "https://flag.example",
        channel: "fixed_rate@50ms",
        symbols: ["A"]
      };
      const file = await readSettings({env: {FEEDBOOK_TOKEN: "t"}, cwd});
      const env = await readSettings({env: {...real, FEEDBOOK_STORE: "env.duckdb"}, cwd});
      const flag = await readSettings({env: {...real, FEEDBOOK_STORE: "env.duckdb"}, cwd, flags});
      const seen = [file, env, flag].map(({baseUrl, storePath, feeds, service}) => [
        baseUrl,
        storePath.slice(cwd.length + 1),
        feeds,
        service.channel,
        service.retries
      ]);
      expect(seen).toEqual([
        ["https://file.example", "file.duckdb", {ids: [1]}, "real_time", 9],
        ["https://prices.example/pyth", "env.duckdb", {ids: [1]}, "real_time", 9],
        ["https://flag.example", "flag.duckdb", {symbols: ["A"]}, "fixed_rate@50ms", 9]
      ]);
    });

    it.each([
      ["/feeds.db", "/feeds.db.snapshot.duckdb"],
      ["key=1/a#b.duckdb", "key=1/a#b.snapshot.duckdb"]
    ])("accepts the store path %s", async (path, snapshot) => {
      const {storePath, snapshotPath} = await readSettings({env: {FEEDBOOK_STORE: path}, cwd: empty});
      expect([storePath, snapshotPath]).toEqual([resolve(empty, path), resolve(empty, snapshot)]);
    });

    it.each([
      "md:feeds?TOKEN = s3cret",
      "ducklake:postgres:host=db password='s3cret'",
      "postgres://reader:a/s3cret@db/market"
    ])("refuses the address of a store without showing its secret: %s", async (path) => {
      const cwd = await folder(`export default {store: {path: ${JSON.stringify(path)}}};`);
      for (const options of [
        {env: {}, cwd: empty, flags: {store: path}},
        {env: {FEEDBOOK_STORE: path}, cwd: empty},
        {env: {}, cwd}
      ]) {
        const refusal = readSettings(options);
        await expect(refusal).rejects.toThrow(new RegExp(`is "[^"]*"; allowed: ${places}$`));
        await expect(refusal).rejects.not.toThrow(/s3c/);
      }
    });

    it.each<[NodeJS.ProcessEnv, Flags, string]>([
      [
        {},
        {store: "/a?/b.duckdb"},
        "invalid path of a store: /a?/b.duckdb: DuckDB reads options after a ?: choose another name"
      ],
      [
        {...real, FEEDBOOK_BASE_URL: "ftp://x"},
        {},
        'invalid FEEDBOOK_BASE_URL: is "ftp://x"; allowed: an http or https address'
      ],
      [
        {...real, FEEDBOOK_BASE_URL: "https://u:p4ss@x"},
        {},
        'invalid FEEDBOOK_BASE_URL: is "https://***@x"; allowed: an address without user and password, which are set apart'
      ],
      [
        {},
        {channel: "fast"},
        'invalid --channel: is "fast"; allowed: real_time, fixed_rate@50ms, fixed_rate@200ms, fixed_rate@1000ms'
      ],
      [{}, {feeds: [1], symbols: ["A"]}, "give --feeds or --symbols, not both"],
      ...["s3://bucket/feeds.duckdb", ":memory:", "a\0b"].flatMap((path): [NodeJS.ProcessEnv, Flags, string][] => [
        [{}, {store: path}, `invalid --store: is ${JSON.stringify(path)}; allowed: ${places}`],
        [{FEEDBOOK_STORE: path}, {}, `invalid FEEDBOOK_STORE: is ${JSON.stringify(path)}; allowed: ${places}`]
      ]),
      [
        {},
        {store: "data/feeds.snapshot.duckdb"},
        'invalid --store: is "data/feeds.snapshot.duckdb"; allowed: a store, not a snapshot (sql --snapshot queries that)'
      ]
    ])("refuses %j with flags %j", async (env, flags, message) => {
      await expect(readSettings({env, cwd: empty, flags})).rejects.toThrow(new ConfigError(message));
    });

    it.each(["Bearer s3cret", "s3c\nret", "s3crét"])("refuses the token %j without showing it", async (token) => {
      const refusal = readSettings({env: {...real, FEEDBOOK_TOKEN: token}, cwd: empty});
      await expect(refusal).rejects.toThrow(/^invalid FEEDBOOK_TOKEN: allowed: the bare token/);
      await expect(refusal).rejects.not.toThrow(/s3c/);
    });
  });

  describe("feedbook.config.ts", () => {
    it("is valid, and changes no default", async () => {
      const {loads, ...rest} = await readSettings({env: {}, cwd: process.cwd()});
      expect(loads).toEqual([{command: "latest"}]);
      expect({loads, ...rest}).toMatchObject({...readConfig({}), baseUrl: null});
    });

    it("shows true defaults in its comments", async () => {
      const text = await readFile("feedbook.config.ts", "utf8");
      const shown = text.replace(/^import.*$/m, "").replace("defineConfig(", "(");
      const setting = /^( *)\/\/ (?=[a-zA-Z]+: )/gm; // a comment that is a setting
      expect([...shown.matchAll(setting)]).toHaveLength(26);
      const cwd = await folder(
        shown.replace(setting, "$1").replace(/^( *[a-zA-Z]+: (?!\{$).*?)(,?)( \/\/.*)?$/gm, "$1,$3")
      );
      const {baseUrl, token, cluster, storePath, snapshotPath, ...config} = await readSettings({env: {}, cwd});
      expect(config).toEqual(readConfig({}));
    });
  });

  it("assertToken(settings) needs a token for a service with auth, and none otherwise", async () => {
    const env = {FEEDBOOK_BASE_URL: "https://prices.example"};
    const at = async (env: NodeJS.ProcessEnv, config?: string) => readSettings({env, cwd: await folder(config)});
    const settings = await at(env);
    expect(() => assertToken(settings)).toThrow(
      new ConfigError("missing FEEDBOOK_TOKEN: set it, or leave FEEDBOOK_BASE_URL unset to use the sandbox")
    );
    assertToken(await at(env, "export default {service: {auth: null}}"));
    assertToken(await at({}));
  });
});

describe("readConfigFile(folder)", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "feed # book % ü-")); // characters that a URL escapes
  });
  afterEach(() => rmSync(folder, {recursive: true}));

  const write = (text: string, name = "feedbook.config.ts") => writeFileSync(join(folder, name), text);

  it("returns {} without a file", async () => expect(await readConfigFile(folder)).toEqual({}));

  it("reads TypeScript and its imports, anew at each call", async () => {
    write('{"type": "module"}', "package.json");
    write('import {seed} from "./seed.js";\nexport default {sandbox: {seed}};\n');
    for (const seed of [7, 70]) {
      write(`export const seed: number = ${seed};`, "seed.ts");
      expect(await readConfigFile(folder)).toEqual({sandbox: {seed}});
    }
  });

  it.each([
    [
      "export default {\n  feeds: {ids: [1,},\n};",
      /^cannot read .*\/feedbook\.config\.ts:2:18: ERROR: Unexpected "}"$/
    ],
    [
      'import "./none.js";\nexport default {};',
      /^cannot read .*feedbook\.config\.ts: Cannot find module '.*none\.js'$/
    ],
    ["throw new Error('no');\nexport default {};", /^cannot read .*: no$/],
    ["export const a = 1;", /exports nothing: end it with export default defineConfig/]
  ])("names the mistake in %j", async (text, message) => {
    write(text);
    await expect(readConfigFile(folder)).rejects.toThrow(message);
  });
});
