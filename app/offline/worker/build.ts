/** The build that a service worker belongs to. */
export interface Build {
  /** Changes with every file of it. */
  readonly id: string;
  readonly files: readonly BuiltFile[];
}

/** One file that is kept for the time without network. */
export interface BuiltFile {
  /** From the folder of the site: `assets/index-CTi2cGE8.js`. */
  readonly path: string;
  /** SHA-256 of its content, in hexadecimal digits. */
  readonly sha256: string;
}
