import {describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {check, failed} from "../../loaders/doctor/check.js";

describe("check(what, run, timeoutMs)", () => {
  it("gives what was found, and what was thrown, as a finding", async () => {
    const thrown = (error: unknown) =>
      check("disk", () => {
        throw error;
      });
    expect(await check("disk", () => "much")).toEqual({what: "disk", ok: true, text: "much"});
    expect(await check("disk", async () => failed("make room"))).toEqual({what: "disk", ok: false, text: "make room"});
    expect(await thrown(new Error("no disk"))).toEqual({what: "disk", ok: false, text: "no disk"});
    expect(await thrown(new ConfigError("no feed"))).toMatchObject({ok: false, misconfigured: true});
  });

  it("ends one that hangs, and tells it so", async () => {
    let stopped = false;
    const hang = (signal: AbortSignal) =>
      new Promise<string>(() => {
        signal.addEventListener("abort", () => {
          stopped = true;
        });
      });
    expect(await check("store", hang, 20)).toEqual({
      what: "store",
      ok: false,
      text: expect.stringContaining("no result within 0.02 s")
    });
    expect(stopped).toBe(true);
  });
});
