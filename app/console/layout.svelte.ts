import { recall, remember } from '../ui/storage.ts';
import type { PanelId } from './panels.ts';

/** Which panel is shown; kept in this browser. */
export class LayoutState {
  #panel = $state(recall('panel'));

  /** As it was kept: null, or the id of a panel that there may be no more. */
  get panel(): string | null {
    return this.#panel;
  }

  show(id: PanelId): void {
    this.#panel = id;
    remember('panel', id);
  }

  /** Shows a panel and moves the keyboard to its tab. */
  open(id: PanelId): void {
    this.show(id);
    document.getElementById(`tab-${id}`)?.focus();
  }
}
