import {describe, expect, it} from "vitest";
import {eachStore} from "../../helpers/each-store.js";
import {body, quote} from "../../store/midnight.js";

const test = eachStore();

const hour = 3600;

describe("derive(withStore)", () => {
  it("joins a session over hours, and parts it where it changes", async () => {
    const at = (hours: number, marketSession: string | null) => body(hours * hour, {...quote(1), marketSession});
    await test.book(
      at(0, "regular"),
      at(1, "regular"),
      at(1.5, "closed"),
      at(3, "closed"),
      at(3.1, null),
      at(3.2, "closed")
    );
    await test.derive();
    expect(
      await test.records(
        `SELECT marketSession, hour(startedAt) AS since, hour(endedAt) AS until, updates
        FROM sessions ORDER BY startedAt`
      )
    ).toEqual([
      {marketSession: "regular", since: 0, until: 1, updates: 2},
      {marketSession: "closed", since: 1, until: 3, updates: 2},
      {marketSession: null, since: 3, until: 3, updates: 1},
      {marketSession: "closed", since: 3, until: 3, updates: 1}
    ]);
  });
});
