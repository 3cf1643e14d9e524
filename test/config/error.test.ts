import {describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/error.js";

describe("ConfigError", () => {
  it("is told by its name, as the config file may bring another copy of the class", () => {
    const error = new ConfigError("invalid interval: 7x");
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.message]).toEqual(["ConfigError", "invalid interval: 7x"]);
  });
});
