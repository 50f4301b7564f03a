export declare const programs: readonly {
  readonly name: string;
  readonly entry: string;
  readonly sha256: string;
  readonly license: string;
  readonly texts: readonly string[];
}[];
export declare function readProgram(name: string): Uint8Array | undefined;
export declare function fetchPrograms(): void;
