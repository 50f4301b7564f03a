/** The permission's name in Chrome since version 145, and its name before. */
const permissionNames = ['loopback-network', 'local-network-access'];

/** Host names of this computer; pages served from them need no permission. */
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Chrome's permission for a hosted page to reach the bridge on this computer. The person is told
 * about the permission prompt before Chrome shows it.
 */
export class LocalNetworkAccess {
  /** What blocks the page: a permission prompt still to come, or a denial; null when nothing does. */
  obstacle = $state<'prompt' | 'denied' | null>(null);
  #permission: PermissionStatus | null = null;
  #proceed: (() => void) | null = null;

  /** Resolves when this page may open the socket: at once where no permission is needed, else when the person continues. */
  async waitUntilAllowed(socketUrl: string): Promise<void> {
    if (!needsPermission(location.hostname, socketUrl)) return;
    const permission = await this.#queryPermission();
    if (permission === null || permission.state === 'granted') return;
    this.obstacle = permission.state;
    await new Promise<void>((resolve) => (this.#proceed = resolve));
  }

  /** Continues after the person has read the notice. */
  proceed(): void {
    this.obstacle = null;
    this.#proceed?.();
    this.#proceed = null;
  }

  async #queryPermission(): Promise<PermissionStatus | null> {
    if (this.#permission !== null) return this.#permission;
    this.#permission = await localNetworkPermission();
    this.#permission?.addEventListener('change', () => this.#onPermissionChange());
    return this.#permission;
  }

  /** Handles a change of the permission, from the prompt or later from Chrome's settings. */
  #onPermissionChange(): void {
    const state = this.#permission?.state;
    if (state === 'granted') this.proceed();
    else if (state === 'denied') this.obstacle = state;
    // The denial was reset: Chrome will prompt again.
    else if (this.obstacle === 'denied') this.obstacle = 'prompt';
  }
}

/** Whether Chrome prompts before a page of this host may open a socket to this computer. */
function needsPermission(pageHost: string, socketUrl: string): boolean {
  return !loopbackHosts.has(pageHost) && loopbackHosts.has(new URL(socketUrl).hostname);
}

/** The permission's status, which fires `change`; null in browsers without this permission. */
async function localNetworkPermission(): Promise<PermissionStatus | null> {
  for (const name of permissionNames) {
    try {
      // TypeScript does not know this name yet; the browser rejects names it does not know.
      return await navigator.permissions.query({ name: name as PermissionName });
    } catch {
      // The browser may know the older name.
    }
  }
  return null;
}
