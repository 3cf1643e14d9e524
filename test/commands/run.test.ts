import {once} from "node:events";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {Command} from "commander";
import {execa} from "execa";
import {describe, expect, it, onTestFinished} from "vitest";
import {thisProcess} from "../../loaders/commands/host.js";
import {action, type CommonOptions, type Context, numbers, withOptions} from "../../loaders/commands/run.js";
import {ConfigError} from "../../loaders/config/errors.js";
import {testHost} from "../helpers/host.js";

/** Runs a command whose action is `work`. Gives its exit code and messages. */
async function run(
  work: (context: Context, options: CommonOptions) => Promise<unknown>,
  args: string[] = [],
  host = testHost()
): Promise<[exitCode: number, err: string]> {
  const command = withOptions(new Command("test"), "store", "json").action(action(host, work));
  await command.parseAsync(args, {from: "user"});
  return [host.exitCode, host.err()];
}

describe("action(host, work)", () => {
  it.each<[unknown, number]>([
    [undefined, 0],
    [3, 3],
    ["text", 0]
  ])("ends with the number that the work gives: %j is %i", async (result, code) => {
    expect(await run(async () => result)).toEqual([code, ""]);
  });

  it.each([
    [new ConfigError("invalid interval: 7x"), 2],
    [new Error("no store"), 1],
    ["text", 1]
  ])("reports a thrown %s, and ends with %i", async (thrown, code) => {
    const message = thrown instanceof Error ? thrown.message : thrown;
    expect(await run(() => Promise.reject(thrown))).toEqual([code, `feedbook: ${message}\n`]);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "aborts its signal at %s, and stops listening at its end",
    async (name) => {
      const before = process.listenerCount(name);
      const host = Object.assign(testHost(), {listen: thisProcess.listen});
      await run(
        async ({signal}) => {
          process.emit(name);
          expect(signal.aborted).toBe(true);
        },
        [],
        host
      );
      expect(process.listenerCount(name)).toBe(before);
    }
  );

  // A thread that is busy with a statement, or with a file that does not answer, would hold up an exit.
  it.skipIf(process.platform === "win32")(
    "ends its process at the second signal, whatever its threads are busy with",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "feedbook-signals-"));
      onTestFinished(() => rmSync(folder, {recursive: true}));
      await execa("mkfifo", [join(folder, "pipe")]);
      const script = `import {open} from "node:fs";
      import {Command} from "commander";
      import {thisProcess} from "${resolve("loaders/commands/host.ts")}";
      import {action, withOptions} from "${resolve("loaders/commands/run.ts")}";
      const endless = () => new Promise(() => {
        open("${join(folder, "pipe")}", "r", () => {});
        setInterval(() => console.log("working"), 10);
      });
      await withOptions(new Command("test"), "store").action(action(thisProcess, endless)).parseAsync([], {from: "user"});`;
      const options = {reject: false} as const;
      const running = execa(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], options);
      onTestFinished(() => void running.kill("SIGKILL"));
      await once(running.stdout, "data");
      running.kill("SIGINT");
      await once(running.stdout, "data"); // it goes on
      running.kill("SIGINT");
      expect(await running).toMatchObject({signal: "SIGINT"});
    }
  );
});

describe("numbers(text)", () => {
  it("reads ids", () => expect(numbers(" 1,2 ,,112,")).toEqual([1, 2, 112]));

  it.each(["", ",", "1,x", "-1", "1.5", "0x10", "1e3", "9007199254740993"])("refuses %j", (text) => {
    expect(() => numbers(text)).toThrow("as in 1,2,112; feedbook feeds btc finds ids, and --symbols takes symbols.");
  });
});
