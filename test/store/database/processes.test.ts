import {spawn, spawnSync} from "node:child_process";
import {hostname} from "node:os";
import {describe, expect, it, onTestFinished} from "vitest";
import {isAlive, isRunning, ownMark} from "../../../loaders/store/database/files.js";

const ended = () => spawnSync(process.execPath, ["-e", ""]).pid;

function running(): number {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill());
  return child.pid ?? 0;
}

describe("isAlive(pid)", () => {
  it("is true of a process that runs, whoever started it, and false of one that ended", () => {
    expect([process.pid, process.ppid, 1, running()].map(isAlive)).toEqual([true, true, true, true]);
    expect(isAlive(ended())).toBe(false);
  });
});

describe("isRunning(mark)", () => {
  it.each<[string, object, boolean | null]>([
    ["true of this process, by its own mark", {}, true],
    ["true where the system did not say when it began, by the id alone", {birth: null}, true],
    ["false of a process that ended", {pid: ended()}, false],
    ["false of a process that ended, by the id alone", {pid: ended(), birth: null}, false],
    ["false of another process that got the same id later", {birth: "another boot 1"}, false],
    ["unknown of another host", {hostname: "elsewhere"}, null]
  ])("is %s", (_what, more, expected) => {
    expect(ownMark()).toMatchObject({hostname: hostname(), pid: process.pid});
    expect(isRunning({...ownMark(), ...more})).toBe(expected);
  });

  it.runIf(ownMark().birth !== null)("is false of a process that began at another time", () => {
    expect(isRunning({...ownMark(), pid: running()})).toBe(false);
  });
});
