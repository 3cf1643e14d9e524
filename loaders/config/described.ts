import {z} from "zod";
import {configSchema, readConfig} from "./schema.js";

/** A setting of `feedbook.config.ts`. */
export interface Setting {
  /** Its place, such as `service.retries`. */
  name: string;
  meaning: string;
  /** What it may be, in the words of the message about a wrong value. */
  allowed: string;
  /** What it is where it is left out, as JSON; null where it has no default. */
  usual: string | null;
}

interface Described {
  description?: string;
  properties?: Record<string, Described>;
  anyOf?: Described[];
}

/** Every setting that the schema of the configuration knows, in its order. */
export function describeSettings(): Setting[] {
  return settingsOf(z.toJSONSchema(configSchema, {io: "input", unrepresentable: "any"}) as Described, []);
}

const defaults: unknown = readConfig({});

function settingsOf(schema: Described, path: readonly string[]): Setting[] {
  const {description, properties} = schema;
  if (description !== undefined) {
    const usual = path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], defaults);
    return [
      {name: path.join("."), meaning: description, allowed: allowedAt(path), usual: JSON.stringify(usual) ?? null}
    ];
  }
  const inner = properties ?? schema.anyOf?.find((one) => one.properties)?.properties ?? {};
  return Object.entries(inner).flatMap(([name, value]) => settingsOf(value, [...path, name]));
}

// No setting is a function.
function allowedAt(path: readonly string[]): string {
  const wrong = path.reduceRight<unknown>(
    (value, name) => ({[name]: value}),
    () => {}
  );
  return configSchema.safeParse(wrong).error?.issues[0]?.message ?? "";
}
