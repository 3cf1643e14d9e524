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
});

function placesOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, path === "" ? key : `${path}.${key}`));
}
