/** A mistake in the configuration, the environment or a flag: nothing was asked of the service. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
