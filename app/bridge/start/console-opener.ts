import { WAITS } from '../limits.ts';
import type { Opening } from './arguments.ts';
import { spawn } from 'node:child_process';

/** What an opener goes by. */
export interface ConsoleOpenerOptions {
  readonly opening: Opening;
  /** The console's address with its secret. */
  readonly url: string;
  /** Whether no page can be waiting for the bridge. */
  readonly isFirstStart: boolean;
  consoleReturns(): Promise<boolean>;
  /** The person's browser unless given. */
  open?(url: string): void;
}

/** Opens the console in the browser, as often as the person allows. */
export class ConsoleOpener {
  readonly #options: ConsoleOpenerOptions;
  readonly #againAfterMs: number;
  #notBeforeMs = -Infinity;
  #waits = false;

  constructor(options: ConsoleOpenerOptions) {
    this.#options = options;
    const { opening } = options;
    this.#againAfterMs = opening === 'again' ? WAITS.openAgainMs : Infinity;
    if (opening === 'never') this.#notBeforeMs = Infinity;
  }

  /** Opens it unless one is open, or comes back by itself: two of the same would confuse. */
  async open(): Promise<void> {
    if (this.#waits || performance.now() < this.#notBeforeMs) return;
    this.#waits = true;
    try {
      if (!this.#options.isFirstStart && (await this.#options.consoleReturns())) return;
      this.#notBeforeMs = performance.now() + this.#againAfterMs;
      (this.#options.open ?? openBrowser)(this.#options.url);
    } finally {
      this.#waits = false;
    }
  }
}

/** The program that opens an address, with its arguments; no shell ever reads them. */
export function browserCommand(url: string, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}

/** Opens an address in the person's browser; where there is none, nothing happens. */
export function openBrowser(url: string): void {
  const [command = '', ...args] = browserCommand(url, process.platform);
  const child = spawn(command, args, { detached: true, stdio: 'ignore', shell: false });
  child.on('error', () => undefined);
  child.unref();
}
