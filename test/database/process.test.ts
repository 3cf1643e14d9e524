import {spawn, spawnSync} from "node:child_process";
import {hostname} from "node:os";
import {describe, expect, it, onTestFinished} from "vitest";
import {isAlive, isRunning, ownMark} from "../../loaders/database/process.js";

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
  it("is true of this process, by its own mark", () => {
    expect(ownMark()).toMatchObject({hostname: hostname(), pid: process.pid});
    expect(isRunning(ownMark())).toBe(true);
  });

  it("is false of a process that ended", () => {
    expect(isRunning({...ownMark(), pid: ended()})).toBe(false);
    expect(isRunning({...ownMark(), pid: ended(), birth: null})).toBe(false);
  });

  it("is false of another process that got the same id later", () => {
    expect(isRunning({...ownMark(), birth: "another boot 1"})).toBe(false);
    if (ownMark().birth !== null) expect(isRunning({...ownMark(), pid: running()})).toBe(false);
  });

  it("goes by the id alone where the system did not tell when it began", () => {
    expect(isRunning({...ownMark(), birth: null})).toBe(true);
  });

  it("can not tell of another host", () => {
    expect(isRunning({...ownMark(), hostname: "elsewhere"})).toBeNull();
  });
});
