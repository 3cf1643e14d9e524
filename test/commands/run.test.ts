import {Command} from "commander";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {
  action,
  type CommonOptions,
  type Context,
  exitCodes,
  numbers,
  tellError,
  withOptions
} from "../../loaders/commands/run.js";
import {ConfigError} from "../../loaders/config/error.js";

let told: string;

beforeEach(() => {
  told = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    told += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs a command whose action is `work`, and gives the exit code that it sets. */
async function run(work: (context: Context, options: CommonOptions) => Promise<unknown>, ...args: string[]) {
  const command = withOptions(new Command("test"), "store", "json").action(action(work));
  await command.parseAsync(args, {from: "user"});
  return process.exitCode;
}

describe("action(work)", () => {
  it.each<[unknown, number]>([
    [undefined, 0],
    [3, 3],
    ["text", 0]
  ])("ends with what the work gives: %j is %i", async (result, code) => {
    expect(await run(async () => result)).toBe(code);
  });

  it.each([
    [new ConfigError("invalid interval: 7x"), 2],
    [new Error("no store"), 1],
    ["text", 1]
  ])("tells what is thrown, %s, and ends with %i", async (thrown, code) => {
    const ended = await run(() => Promise.reject(thrown));
    expect([ended, told]).toEqual([code, `feedbook: ${thrown instanceof Error ? thrown.message : thrown}\n`]);
  });

  it("gives the work what the flags say, over the environment", async () => {
    let seen: Context | undefined;
    const work = async (context: Context) => {
      seen = context;
    };
    await run(work, "--store", "other.duckdb", "--json", "--quiet", "--feeds", "1, 2");
    expect(seen).toMatchObject({json: true, quiet: true, settings: {feeds: {ids: [1, 2]}}});
    expect(seen?.settings.storePath).toMatch(/other\.duckdb$/);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "aborts its signal at %s, and listens no longer than it runs",
    async (name) => {
      const before = process.listenerCount(name);
      await run(async ({signal}) => {
        process.emit(name);
        expect(signal.aborted).toBe(true);
      });
      expect(process.listenerCount(name)).toBe(before);
    }
  );
});

describe("tellError(error)", () => {
  it("sends no control character, and keeps lines", () => {
    expect(tellError(new Error("a\u001b[2J\nb"))).toBe(exitCodes.failed);
    expect(told).toBe("feedbook: a\\u001b[2J\nb\n");
  });
});

describe("withOptions(command, ...names)", () => {
  it("takes all common options, and shows those that are named", () => {
    const help = withOptions(new Command("test"), "store", "json").helpInformation();
    expect(["--store", "--json", "--feeds", "--quiet"].filter((name) => help.includes(name))).toEqual([
      "--store",
      "--json"
    ]);
  });
});

describe("numbers(text)", () => {
  it("reads ids", () => expect(numbers(" 1,2 ,,112,")).toEqual([1, 2, 112]));

  it.each(["", ",", "1,x", "-1", "1.5", "0x10", "1e3", "9007199254740993"])("refuses %j", (text) => {
    expect(() => numbers(text)).toThrow("Give feed ids separated by commas, as in 1,2,112.");
  });
});
