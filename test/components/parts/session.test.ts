import {describe, expect, it} from "vitest";
import {sessionName, sessionNames} from "../../../src/components/parts/session.js";

describe("sessionName(session)", () => {
  it("reads as words", () => {
    expect(["regular", "preMarket", "overNight"].map(sessionName)).toEqual(["regular", "pre-market", "overnight"]);
  });

  it("keeps a session that is not known", () => {
    expect(["auction", "constructor", ""].map(sessionName)).toEqual(["auction", "constructor", ""]);
  });
});

describe("sessionNames(sessions)", () => {
  it.each([
    [["regular"], "regular session"],
    [["regular", "preMarket", null], "regular, pre-market, unknown sessions"],
    [[], "no session"],
    [null, "no session"]
  ])("of %j is %s", (sessions, text) => expect(sessionNames(sessions)).toBe(text));
});
