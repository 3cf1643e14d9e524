import {describe, expect, it} from "vitest";
import {querySnapshot} from "../../../loaders/snapshot/snapshot.js";
import {examples} from "../../../src/views/console/console.js";
import {sharedSnapshot} from "../../pages/queries.js";

describe("examples", () => {
  it.each(Object.entries(examples))("%s has rows", async (_, sql) => {
    expect((await querySnapshot(await sharedSnapshot("short"), sql)).rows.length).toBeGreaterThan(0);
  });
});
