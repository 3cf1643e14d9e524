/** A mistake in the configuration, the environment or a flag: nothing was asked of the service; a process ends with 2. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly exitCode = 2;
}
