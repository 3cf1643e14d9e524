import {describe, expect, it} from "vitest";
import {exposure} from "../../loaders/config/exposure.js";

describe("exposure(secret, url)", () => {
  it.each(["https://prices.example", "http://localhost:8787", "http://127.0.0.1/x", "http://[::1]:80"])(
    "is null at %s",
    (url) => expect(exposure("TOKEN", url)).toBeNull()
  );

  it.each(["http://prices.example", "http://localhost.example", "http://127.0.0.1.example", "http://10.0.0.1:8123"])(
    "warns at %s",
    (url) => {
      const warning = `TOKEN is sent to ${url} unencrypted, where others may read it: give an https address`;
      expect(exposure("TOKEN", url)).toBe(warning);
    }
  );
});
