/** The client asked for what can't be; the log has said so already, and the server just ends (ConfigurationException). */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
