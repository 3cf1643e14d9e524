import {describe, expect, it} from "vitest";
import {sessionName} from "../../src/components/session.js";

describe("sessionName(session)", () => {
  it("reads as words", () => {
    expect(["regular", "preMarket", "overNight"].map(sessionName)).toEqual(["regular", "pre-market", "overnight"]);
  });

  it("keeps a session that is not known", () => {
    expect(["auction", "constructor", ""].map(sessionName)).toEqual(["auction", "constructor", ""]);
  });
});
