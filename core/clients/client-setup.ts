/** Configuration to paste that lets a client reach the bridge. */
export interface ClientConfig {
  /** MCP transport. `stdio`: the client starts a program that joins the running bridge or becomes the bridge. */
  readonly kind: 'http' | 'stdio';
  /** The file to put it in, with a path of this operating system, or where to run it. */
  readonly where: string;
  /** `shell` is PowerShell on Windows and sh elsewhere. */
  readonly language: 'json' | 'toml' | 'shell';
  /** Contains the token where the client has to send it. */
  readonly text: string;
}

/** An MCP client with all configurations it can use. */
export interface ClientSetup {
  readonly id: string;
  /** `VS Code` */
  readonly name: string;
  /** The simplest first; never empty. */
  readonly configs: readonly ClientConfig[];
}
