/** The build that a service worker belongs to. */
export interface Build {
  /** Changes when any of its files does. */
  readonly id: string;
  readonly files: readonly BuiltFile[];
}

/** One file that is cached for offline use. */
export interface BuiltFile {
  /** Relative to the site's folder: `assets/index-CTi2cGE8.js`. */
  readonly path: string;
  /** SHA-256 of its content, hexadecimal. */
  readonly sha256: string;
}
