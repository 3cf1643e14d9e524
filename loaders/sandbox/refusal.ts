/** The text for a payload that is not as the service gave it. */
export const alteredText = "payload signature is not valid: hand the payload back as it was received";

/** A request that the service refuses: the status, and the plain text of the body. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: 400 | 403 | 404,
    text: string
  ) {
    super(text);
  }
}
