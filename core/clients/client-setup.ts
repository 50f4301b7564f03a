/** One way in which a client reaches the bridge, ready to be pasted. */
export interface ClientWay {
  /** `http`: by its address. `stdio`: by a program that the client starts, and that joins or becomes the bridge. */
  readonly kind: 'http' | 'stdio';
  /** The file it belongs into, as this system writes it, or where to run it. */
  readonly where: string;
  /** `shell` is PowerShell's on Windows, sh's elsewhere. */
  readonly language: 'json' | 'toml' | 'shell';
  /** Holds the token wherever the client has to show it. */
  readonly text: string;
}

/** A client, and every way in which it can be set up. */
export interface ClientSetup {
  readonly id: string;
  /** `VS Code` */
  readonly name: string;
  /** The simplest first; never empty. */
  readonly ways: readonly ClientWay[];
}
