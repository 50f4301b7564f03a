/** How long the result is shown. */
const statusMs = 1600;

/** Copies texts to the clipboard, and holds the result for a moment. */
export class ClipboardCopy {
  status = $state<'idle' | 'copied' | 'failed'>('idle');
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Copies the text. Never rejects: `status` says whether the browser refused. */
  async copy(text: string): Promise<void> {
    this.status = 'idle';
    try {
      // Also throws where there is no clipboard: on an insecure page.
      await navigator.clipboard.writeText(text);
      this.status = 'copied';
    } catch {
      this.status = 'failed';
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.status = 'idle'), statusMs);
  }
}
