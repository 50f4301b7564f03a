import type { Motion } from '../../core/link/live.ts';
import { LumaReader } from '../paint/luma.ts';
import { Stillness } from './stillness.ts';

/** A picture that showed the same for so long no longer moves. */
const restMs = 300;

/** Watches whether the live picture moves; a frame that repeats the one before is none. */
export class MotionWatch {
  readonly #onMotion: (motion: Motion) => void;
  readonly #onChange: () => void;
  readonly #luma = new LumaReader();
  readonly #stillness = new Stillness();
  #reading = false;
  #next: { readonly frame: VideoFrame; readonly atMs: number } | null = null;
  #rest: ReturnType<typeof setTimeout> | null = null;
  #ended = false;

  /** `onChange` hears every frame that shows something new, `onMotion` that motion begins and ends. */
  constructor(onMotion: (motion: Motion) => void, onChange: () => void) {
    this.#onMotion = onMotion;
    this.#onChange = onChange;
  }

  /** Whether frames were taken that nobody has looked at yet. */
  get isBehind(): boolean {
    return this.#reading;
  }

  get stillness(): Stillness {
    return this.#stillness;
  }

  /** Looks at the picture, soon: of frames that come faster than that the newest one is looked at. */
  take(picture: VideoFrame | ImageBitmap): void {
    const atMs = performance.now();
    if (picture instanceof ImageBitmap) {
      void this.#look(picture, atMs);
      return;
    }
    this.#next?.frame.close();
    this.#next = { frame: picture.clone(), atMs };
    if (!this.#reading) void this.#lookAtAll();
  }

  /** Nobody knows what is shown until the next picture comes: that one is a change. */
  restart(): void {
    this.#stillness.forget();
  }

  end(): void {
    this.#ended = true;
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#next?.frame.close();
    this.#next = null;
  }

  async #lookAtAll(): Promise<void> {
    this.#reading = true;
    while (this.#next !== null) {
      const { frame, atMs } = this.#next;
      this.#next = null;
      await this.#look(frame, atMs);
      frame.close();
    }
    this.#reading = false;
  }

  async #look(picture: VideoFrame | ImageBitmap, atMs: number): Promise<void> {
    const luma = await this.#luma.read(picture).catch(() => null);
    if (this.#ended || !this.#stillness.take(luma, atMs)) return;
    this.#onChange();
    if (this.#rest === null) this.#tell(true);
    this.#restLater(restMs);
  }

  #restLater(afterMs: number): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = null;
      this.#tell(false);
    }, afterMs);
  }

  #tell(moving: boolean): void {
    const agoMs = performance.now() - this.#stillness.changedAtMs;
    this.#onMotion({ moving, changedAtEpochMs: Math.round(Date.now() - agoMs) });
  }
}
