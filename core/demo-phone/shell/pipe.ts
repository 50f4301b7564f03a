import { Input, PipeClosed } from './streams.ts';

/** Bytes a writer may be ahead of its reader, as in Linux (pipe(7)). */
const capacity = 65_536;

/** `|`: lets two programs that run at the same time pass bytes on, with back-pressure. */
export class Pipe {
  /** Where the second program reads from. */
  readonly output = new Input(this.drain());
  private readonly chunks: Uint8Array[] = [];
  private held = 0;
  private writerDone = false;
  private readerDone = false;
  private readonly waiting: (() => void)[] = [];

  /** The writer's end. Rejects with `PipeClosed` when nobody reads. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.readerDone) throw new PipeClosed();
    // A copy: the writer may use its buffer again.
    this.chunks.push(bytes.slice());
    this.held += bytes.length;
    this.tellAll();
    while (this.isFull) await this.change();
  }

  /** The writer is done. */
  endWriting(): void {
    this.writerDone = true;
    this.tellAll();
  }

  /** The reader is done. */
  endReading(): void {
    this.readerDone = true;
    this.tellAll();
  }

  private get isFull(): boolean {
    return this.held > capacity && !this.readerDone;
  }

  private async *drain(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.chunks.shift();
      if (chunk !== undefined) {
        this.held -= chunk.length;
        this.tellAll();
        yield chunk;
      } else if (this.writerDone) {
        return;
      } else {
        await this.change();
      }
    }
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private tellAll(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}
