import type { Progress } from '../../core/tools/contract/tool.ts';

/** Tells the stages of one call, each of which counts from nought, as one progress that grows. */
export class Stages {
  readonly #tell: (progress: Progress) => void;
  #base = 0;
  #last: number | null = null;

  constructor(tell: (progress: Progress) => void) {
    this.#tell = tell;
  }

  /** Takes a report of the stage that goes on. */
  report({ done, total, message }: Progress): void {
    this.#last = this.#base + done;
    const at = { done: this.#last, message };
    this.#tell(total === undefined ? at : { ...at, total: this.#base + total });
  }

  /** The next stage begins: MCP wants its first value above the last one that was told. */
  next(): void {
    if (this.#last !== null) this.#base = this.#last + 1;
  }
}
