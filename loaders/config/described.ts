import * as z from "zod";
import {configSchema, readConfig} from "./schema.js";

/** A setting of `feedbook.config.ts`. */
export interface Setting {
  /** Its path, such as `service.retries`. */
  name: string;
  meaning: string;
  /** The allowed values, in the words of the message about a wrong value. */
  allowed: string;
  /** The default, as JSON; null if there is none. */
  defaultValue: string | null;
}

interface Described {
  description?: string;
  properties?: Record<string, Described>;
  anyOf?: Described[];
}

/** Lists every setting of the configuration, in the order of its schema. */
export function describeSettings(): Setting[] {
  return settingsOf(z.toJSONSchema(configSchema, {io: "input", unrepresentable: "any"}) as Described, []);
}

const defaults: unknown = readConfig({});

function settingsOf(schema: Described, path: readonly string[]): Setting[] {
  const {description, properties} = schema;
  if (description !== undefined) {
    const value = path.reduce<unknown>((group, name) => (group as Record<string, unknown>)[name], defaults);
    return [
      {
        name: path.join("."),
        meaning: description,
        allowed: allowedAt(path),
        defaultValue: JSON.stringify(value)?.replaceAll('","', '", "') ?? null
      }
    ];
  }
  const inner = properties ?? schema.anyOf?.find((one) => one.properties)?.properties ?? {};
  return Object.entries(inner).flatMap(([name, value]) => settingsOf(value, [...path, name]));
}

// The schema's message about a function, as no setting is a function.
function allowedAt(path: readonly string[]): string {
  const wrong = path.reduceRight<unknown>(
    (value, name) => ({[name]: value}),
    () => {}
  );
  return configSchema.safeParse(wrong).error?.issues[0]?.message ?? "";
}
