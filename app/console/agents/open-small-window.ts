/**
 * Opens the small window. It is a console of its own: nothing of this tab is handed over, so that
 * it takes neither this tab's name nor its phone.
 */
export function openSmallWindow(): void {
  window.open('./bridge.html', '_blank', 'popup,noopener,width=400,height=640');
}
