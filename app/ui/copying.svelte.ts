/** How long the result is shown. */
const answerMs = 1600;

/** Copies texts to the clipboard, and holds the result for a moment. */
export class Copying {
  answer = $state<'idle' | 'copied' | 'failed'>('idle');
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Copies the text. Never rejects: `status` says whether the browser refused. */
  async copy(text: string): Promise<void> {
    this.answer = 'idle';
    try {
      // Also throws where there is no clipboard: on an insecure page.
      await navigator.clipboard.writeText(text);
      this.answer = 'copied';
    } catch {
      this.answer = 'failed';
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.answer = 'idle'), answerMs);
  }
}
