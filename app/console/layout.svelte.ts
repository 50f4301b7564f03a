import { recall, remember } from '../ui/storage.ts';
import type { PanelId } from './panels.ts';

/** The selected panel, stored in this browser. */
export class LayoutState {
  #panel = $state(recall('panel'));

  /** The stored panel id, which may no longer exist; null when nothing is stored. */
  get panel(): string | null {
    return this.#panel;
  }

  show(id: PanelId): void {
    this.#panel = id;
    remember('panel', id);
  }

  /** Shows a panel and focuses its tab. */
  open(id: PanelId): void {
    this.show(id);
    document.getElementById(`tab-${id}`)?.focus();
  }
}
