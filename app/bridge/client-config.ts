/** What a client needs to reach the bridge. */
export interface ClientConfigOptions {
  readonly mcpUrl: string;
  readonly token: string;
  /** Whether the token was chosen for this run, so that a program would not find it among the stored secrets. */
  readonly ownToken: boolean;
  /** This program's file, for clients that start it themselves. */
  readonly programPath: string;
  /** Arguments that such a client must repeat, such as another port. */
  readonly programArguments: readonly string[];
}

/** Ready-to-paste configuration in the three forms clients know. */
export interface ClientConfig {
  /** `mcpServers` with address and token. */
  readonly http: string;
  /** The command for Claude Code. */
  readonly claude: string;
  /** `mcpServers` with a command to start. */
  readonly stdio: string;
}

/** The configuration for this bridge. */
export function clientConfig(options: ClientConfigOptions): ClientConfig {
  const { mcpUrl, token, ownToken, programPath, programArguments } = options;
  const authorization = `Bearer ${token}`;
  return {
    http: servers({ type: 'http', url: mcpUrl, headers: { Authorization: authorization } }),
    claude: `claude mcp add --transport http handset ${mcpUrl} --header "Authorization: ${authorization}"`,
    stdio: servers({
      command: 'node',
      args: [programPath, '--stdio', ...programArguments],
      // Arguments can be read by every user of the computer; the environment can't.
      ...(ownToken && { env: { HANDSET_TOKEN: token } }),
    }),
  };
}

function servers(handset: object): string {
  return JSON.stringify({ mcpServers: { handset } }, null, 2);
}
