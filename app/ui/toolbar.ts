import { nextIndex } from './list-navigation.ts';

/**
 * An attachment that makes the buttons inside one Tab stop, between which the arrow keys move, as in
 * a WAI-ARIA toolbar.
 */
export function toolbar(box: HTMLElement): () => void {
  let current: Element | null = null;
  const buttons = (): readonly HTMLButtonElement[] => [
    ...box.querySelectorAll<HTMLButtonElement>('button:enabled'),
  ];

  function update(): void {
    const all = buttons();
    const stop = all.find((button) => button === current) ?? all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  }

  function handleFocus({ target }: FocusEvent): void {
    current = target instanceof Element ? target.closest('button') : null;
    update();
  }

  function handleKeydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const all = buttons();
    const index = all.findIndex((button) => button === event.target);
    const next = all[nextIndex(event.key, index, all.length) ?? -1];
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  const observer = new MutationObserver(update);
  observer.observe(box, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  box.addEventListener('focusin', handleFocus);
  box.addEventListener('keydown', handleKeydown);
  update();
  return () => {
    observer.disconnect();
    box.removeEventListener('focusin', handleFocus);
    box.removeEventListener('keydown', handleKeydown);
  };
}
