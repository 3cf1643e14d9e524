import {describe, expect, it} from "vitest";
import {hideToken} from "../../loaders/service/secret.js";

const token = "tok/s3cret+Key=";

describe("hideToken(token).redact(text)", () => {
  it.each<[string | null, string, string]>([
    [token, `Bearer ${token}${token}!`, "Bearer [token][token]!"],
    [token, token.toUpperCase(), "[token]"],
    [token, `?key=${encodeURIComponent(token)}&x`, "?key=[token]&x"],
    [token, Buffer.from(token).toString("base64"), "[token]"],
    ['a"b\\c', JSON.stringify({header: 'a"b\\c'}), '{"header":"[token]"}'],
    [null, "Bearer x", "Bearer x"]
  ])("replaces %j in %j: %j", (secret, text, expected) => expect(hideToken(secret).redact(text)).toBe(expected));
});

describe("hideToken(token).line(text)", () => {
  it.each<[string | null, string, string]>([
    [null, " a\r\n\tb\u001b[31m c\u0000d\u202ee ", "a b[31m cde"],
    [token, "Bearer tok/s3c\u0000ret+K\u200bey=", "Bearer [token]"],
    [token, `${"x".repeat(290)}${token}`, `${"x".repeat(290)}[token]`],
    [token, `${"x".repeat(297)}${token}`, `${"x".repeat(297)}[t…`],
    [token, "y".repeat(1e6), `${"y".repeat(299)}…`]
  ])("cleans, redacts and bounds, with %j: %#", (secret, text, expected) => {
    expect(hideToken(secret).line(text)).toBe(expected);
  });
});

describe("hideToken(token).redactData(text)", () => {
  it.each(["A-REAL/LONG-TOKEN", "\\u0061-real/long-token", "a-real\\/long-token", "a\\u002Dreal\\u002Flong-token"])(
    "replaces a token that JSON escapes, and leaves numbers as they are: %s",
    (echo) =>
      expect(hideToken("a-real/long-token").redactData(`{"a":"${echo}","n":1.0}`)).toBe('{"a":"[token]","n":1.0}')
  );

  it("leaves data alone when the token is too short to be real", () => {
    expect(hideToken("1").redactData('{"price":"101"}')).toBe('{"price":"101"}');
  });
});
