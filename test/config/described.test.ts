import {describe, expect, it} from "vitest";
import {describeSettings} from "../../loaders/config/described.js";
import {readConfig} from "../../loaders/config/schema.js";

const settings = describeSettings();
const defaults: unknown = readConfig({});
const at = (name: string) =>
  name.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], defaults);

describe("describeSettings()", () => {
  it("lists every setting of the configuration, with its default and allowed values", () => {
    for (const {name, defaultValue} of settings)
      expect(defaultValue === null ? undefined : JSON.parse(defaultValue), name).toEqual(at(name));
    expect(placesOf(defaults).filter((place) => !settings.some(({name}) => place.startsWith(name)))).toEqual([]);
    expect(settings.filter(({meaning, allowed}) => meaning === "" || allowed === "")).toEqual([]);
    expect(settings.map(({name}) => name)).toContain("service.baseUrl");
  });

  it("describes allowed values as the message about a wrong value does", () => {
    expect(settings.find(({name}) => name === "service.retries")).toEqual({
      name: "service.retries",
      meaning: "how often to repeat a request after a transient failure",
      allowed: "a whole number from 0 to 20",
      defaultValue: "4"
    });
    expect(() => readConfig({service: {retries: "x"}})).toThrow("a whole number from 0 to 20");
  });
});

function placesOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, path === "" ? key : `${path}.${key}`));
}
