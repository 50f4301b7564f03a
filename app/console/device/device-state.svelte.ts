import type { WorkerLink } from '#core/link/link.ts';
import { recall, remember } from '../../ui/storage.ts';

/** What the sections of the Device panel share: the link to the worker, and which section is shown. */
export class DeviceState {
  readonly link: WorkerLink;
  #section = $state(recall('device-section'));

  constructor(link: WorkerLink) {
    this.link = link;
  }

  /** The id of the section that was shown last, stored in this browser; it may not exist. Null before. */
  get section(): string | null {
    return this.#section;
  }

  show(section: string): void {
    this.#section = section;
    remember('device-section', section);
  }
}
