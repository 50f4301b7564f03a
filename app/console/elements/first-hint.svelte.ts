import { recall, remember } from '../../ui/storage.ts';

/** What a newcomer is told once: shown until it is dismissed or followed; kept in this browser. */
export class FirstHint {
  #isShown = $state(recall('first-hint') !== 'done');

  get isShown(): boolean {
    return this.#isShown;
  }

  /** The person has found one of the ways it names: not shown next time. Now it stays, so that nothing jumps. */
  follow(): void {
    remember('first-hint', 'done');
  }

  dismiss(): void {
    this.follow();
    this.#isShown = false;
  }
}
