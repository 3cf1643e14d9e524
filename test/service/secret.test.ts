import {describe, expect, it} from "vitest";
import {hideToken} from "../../loaders/service/secret.js";

const token = "tok/s3cret+Key=";

describe("hideToken(token).redact(text)", () => {
  it.each([
    ["plain", `Bearer ${token}!`, "Bearer [token]!"],
    ["twice", `${token}${token}`, "[token][token]"],
    ["in other case", token.toUpperCase(), "[token]"],
    ["percent-encoded", `?key=${encodeURIComponent(token)}&x`, "?key=[token]&x"],
    ["in base64", Buffer.from(token).toString("base64"), "[token]"],
    ["not at all", "tok/s3cret", "tok/s3cret"]
  ])("replaces the token %s", (_, text, expected) => {
    expect(hideToken(token).redact(text)).toBe(expected);
  });

  it("takes a token as it is, not as a pattern", () => {
    expect(hideToken(".*").redact("a.*b")).toBe("a[token]b");
    expect(hideToken('a"b\\c').redact(JSON.stringify({header: 'a"b\\c'}))).toBe('{"header":"[token]"}');
    expect(hideToken("[a-z]{9}").redact("abcdefghi")).toBe("abcdefghi");
  });

  it("leaves text alone where there is no token", () => {
    expect(hideToken(null).redact("Bearer x")).toBe("Bearer x");
  });
});

describe("hideToken(token).line(text)", () => {
  it("gives one line without control characters", () => {
    expect(hideToken(null).line(" a\r\n\tb\u001b[31m c\u0000d\u202ee ")).toBe("a b[31m cde");
  });

  it("finds a token with control characters inside", () => {
    expect(hideToken(token).line("Bearer tok/s3c\u0000ret+K\u200bey=")).toBe("Bearer [token]");
  });

  it("bounds the text, and leaves no part of a token at the cut", () => {
    const line = hideToken(token).line(`${"x".repeat(290)}${token}`);
    expect(line).toBe(`${"x".repeat(290)}[token]`);
    expect(hideToken(token).line(`${"x".repeat(297)}${token}`)).toBe(`${"x".repeat(297)}[t…`);
    expect(hideToken(token).line("y".repeat(1e6))).toHaveLength(300);
  });
});

describe("hideToken(token).redactData(text)", () => {
  it("takes a token out of data", () => {
    expect(hideToken("a-real-long-token").redactData('{"echo":"Bearer A-REAL-LONG-TOKEN"}')).toBe(
      '{"echo":"Bearer [token]"}'
    );
  });

  it.each([
    "\\u0061-real/long-token",
    "\\u0041-real/long-token",
    "a-real\\/long-token",
    "a\\u002Dreal\\u002Flong-token"
  ])("takes a token out that JSON escapes, and leaves numbers as they are: %s", (echo) =>
    expect(hideToken("a-real/long-token").redactData(`{"a":"${echo}","n":1.0}`)).toBe('{"a":"[token]","n":1.0}')
  );

  it("leaves data alone where a token is no more than a letter of it", () => {
    expect(hideToken("1").redactData('{"price":"101"}')).toBe('{"price":"101"}');
  });
});
