import { recall, remember } from '../ui/storage.ts';

/** The panels beside the screen, in their order. */
export const panelIds = ['elements', 'tools', 'timeline', 'logs', 'agents'] as const;
export type PanelId = (typeof panelIds)[number];

/** Which panel is shown; kept in this browser. */
export class LayoutState {
  #panel = $state<PanelId>(panelIds.find((id) => id === recall('panel')) ?? 'elements');

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
