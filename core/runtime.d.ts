/**
 * The globals that core uses, that page, worker and Node all have, and that the ES2023 library
 * does not declare. Only core's own type check includes this file: each runtime brings its own
 * declarations.
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
  throwIfAborted(): void;
}
declare const AbortSignal: {
  any(signals: readonly AbortSignal[]): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
};
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

declare class DecompressionStream {
  constructor(format: 'deflate-raw');
  readonly writable: {
    getWriter(): { write(bytes: Uint8Array<ArrayBuffer>): Promise<void>; close(): Promise<void> };
  };
  readonly readable: {
    getReader(): {
      read(): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>;
    };
  };
}

declare class MessagePort {
  postMessage(message: unknown): void;
  close(): void;
}

/** Core only passes these on from the page to the worker. */
declare class OffscreenCanvas {
  readonly width: number;
  readonly height: number;
}
declare class File {
  readonly name: string;
  readonly size: number;
}

declare function setTimeout(callback: () => void, milliseconds?: number): number;
declare function clearTimeout(timer: number | undefined): void;
declare function setInterval(callback: () => void, milliseconds: number): number;
declare function clearInterval(timer: number): void;
declare function queueMicrotask(callback: () => void): void;
declare function atob(base64: string): string;
declare function btoa(binary: string): string;

declare const performance: { now(): number };
declare const crypto: {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  randomUUID(): string;
  readonly subtle: {
    digest(algorithm: 'SHA-256', bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  };
};
declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly searchParams: { get(name: string): string | null };
}
