import {describe, expect, it} from "vitest";
import {RefusalError, ServiceError, TimeoutError, TransportError} from "../../loaders/service/answer.js";

const errors = [
  new TransportError("price", "price failed", 503),
  new TimeoutError("price", "price did not answer"),
  new RefusalError("price", "price refused", 403, "Unknown feed: 7", null)
];

describe("errors of the service", () => {
  it.each(errors.map((error) => [error.name, error] as const))(
    "%s is a ServiceError with its endpoint, and of no other kind",
    (name, error) => {
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({endpoint: "price", name: error.constructor.name});
      expect(errors.filter((other) => other instanceof error.constructor).map((other) => other.name)).toEqual([name]);
    }
  );

  it("have no cause: a network library’s holds the request with its headers", () => {
    for (const error of errors) expect(error.cause).toBeUndefined();
  });
});

describe("TransportError", () => {
  it("says nothing of a wait or a code by default", () =>
    expect(new TransportError("price", "x", null)).toMatchObject({status: null, code: null, retryAfterMs: 0}));
});
