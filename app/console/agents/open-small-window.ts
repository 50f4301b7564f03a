/**
 * Opens the small window, a separate console. `noopener` gives it its own sessionStorage, so it
 * shares neither this tab's name nor its phone.
 */
export function openSmallWindow(): void {
  window.open('./bridge.html', '_blank', 'popup,noopener,width=400,height=640');
}
