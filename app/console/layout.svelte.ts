import { recall, remember } from '../ui/storage.ts';
import { type PanelId, panels } from './panels.ts';

/** Which panel is shown; kept in this browser. */
export class LayoutState {
  #panel = $state<PanelId>(panels.find(({ id }) => id === recall('panel'))?.id ?? 'elements');

  get panel(): PanelId {
    return this.#panel;
  }

  set panel(id: PanelId) {
    this.#panel = id;
    remember('panel', id);
  }

  /** Shows a panel and moves the keyboard to its tab. */
  open(id: PanelId): void {
    this.panel = id;
    document.getElementById(`tab-${id}`)?.focus();
  }
}
