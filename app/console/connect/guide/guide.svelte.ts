import { recall, remember } from '#app/ui/storage.ts';
import type { PhoneState } from '../phone.svelte.ts';
import { type BrandId, brandIds } from './strings.ts';

/** The steps: cable, developer options, USB debugging, choosing the phone, allowing it. */
const lastStep = 5;
const chooseStep = 4;

/** The guide's step and phone brand; both are kept in this browser. */
export class GuideState {
  readonly #phone: PhoneState;
  #step = $state(Number(recall('guide-step') ?? 1));
  #brand = $state<BrandId>(brandIds.find((id) => id === recall('guide-brand')) ?? 'google');
  /** The step that the phone's state implies; otherwise the one the user opened last. */
  readonly current = $derived.by(() => this.#stepOfPhone() ?? this.#step);

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

  /** The user opened this step. */
  goTo(step: number): void {
    this.#step = Math.min(step, lastStep);
    remember('guide-step', `${this.#step}`);
  }

  #stepOfPhone(): number | null {
    const { status, attemptKind } = this.#phone;
    if (status.state === 'waiting-for-allow') return lastStep;
    return status.state === 'connecting' && attemptKind === 'usb' ? chooseStep : null;
  }
}
