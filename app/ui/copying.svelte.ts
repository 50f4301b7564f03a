/** How long the answer stays. */
const answerMs = 1600;

/** Copies texts, and says for a moment what came of it. */
export class Copying {
  answer = $state<'idle' | 'copied' | 'failed'>('idle');
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Puts the text on the clipboard. Never rejects: the browser may forbid it, which `answer` says. */
  async copy(text: string): Promise<void> {
    this.answer = 'idle';
    try {
      // Throws too where there is no clipboard: on a page that is not secure.
      await navigator.clipboard.writeText(text);
      this.answer = 'copied';
    } catch {
      this.answer = 'failed';
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.answer = 'idle'), answerMs);
  }
}
