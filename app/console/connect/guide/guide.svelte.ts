import { recall, remember } from '../../../ui/storage.ts';
import type { PhoneState } from '../phone.svelte.ts';
import { type BrandId, brandIds } from './strings.ts';

/** Cable, developer options, USB debugging, choosing, allowing. */
const lastStep = 5;
const choosing = 4;

/** Where a person is in the guide; kept in this browser. */
export class GuideState {
  readonly #phone: PhoneState;
  #step = $state(Number(recall('guide-step') ?? 1));
  #brand = $state<BrandId>(brandIds.find((id) => id === recall('guide-brand')) ?? 'google');
  /** The step that is under way, as the phone tells; without one the step where the person was. */
  readonly current = $derived.by(() => this.#live() ?? this.#step);

  constructor(phone: PhoneState) {
    this.#phone = phone;
  }

  get brand(): BrandId {
    return this.#brand;
  }

  set brand(brand: BrandId) {
    this.#brand = brand;
    remember('guide-brand', brand);
  }

  /** Where the person is now. */
  goTo(step: number): void {
    this.#step = Math.min(step, lastStep);
    remember('guide-step', `${this.#step}`);
  }

  #live(): number | null {
    const { status, attempted } = this.#phone;
    if (status.state === 'waiting-for-allow') return lastStep;
    return status.state === 'connecting' && attempted === 'usb' ? choosing : null;
  }
}
