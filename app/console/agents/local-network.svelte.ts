/** What Chrome calls it since version 145, and called it before. */
const names = ['loopback-network', 'local-network-access'];

/** Names that stand for this computer, whose own pages need no permission for it. */
const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The browser's permission to reach the bridge, where a hosted page needs one: the person is told
 * what the browser will ask before it asks.
 */
export class LocalNetwork {
  /** What stands between page and bridge: a question to come, or a no; null when nothing does. */
  obstacle = $state<'prompt' | 'denied' | null>(null);
  #permission: PermissionStatus | null = null;
  #goOn: (() => void) | null = null;

  /** Resolves when this page may try the socket: at once where no permission is needed, else when the person agrees. */
  async ready(socketUrl: string): Promise<void> {
    if (!needsLocalNetwork(location.hostname, socketUrl)) return;
    const permission = await this.#query();
    if (permission === null || permission.state === 'granted') return;
    this.obstacle = permission.state;
    await new Promise<void>((resolve) => (this.#goOn = resolve));
  }

  /** The person has read what comes. */
  goOn(): void {
    this.obstacle = null;
    this.#goOn?.();
    this.#goOn = null;
  }

  async #query(): Promise<PermissionStatus | null> {
    if (this.#permission !== null) return this.#permission;
    this.#permission = await localNetworkPermission();
    this.#permission?.addEventListener('change', () => this.#follow());
    return this.#permission;
  }

  /** Hears what the person answered the browser, now or later in its settings. */
  #follow(): void {
    const state = this.#permission?.state;
    if (state === 'granted') this.goOn();
    else if (state === 'denied') this.obstacle = state;
    // A no was taken back: the browser will ask anew.
    else if (this.obstacle === 'denied') this.obstacle = 'prompt';
  }
}

/** Whether the browser asks before a page of this host may reach a socket on the computer itself. */
function needsLocalNetwork(pageHost: string, socketUrl: string): boolean {
  return !ownHosts.has(pageHost) && ownHosts.has(new URL(socketUrl).hostname);
}

/** The permission as it stands, which tells its changes; null where the browser knows none of this kind. */
async function localNetworkPermission(): Promise<PermissionStatus | null> {
  for (const name of names) {
    try {
      // A name that TypeScript does not know yet; an unknown one rejects.
      return await navigator.permissions.query({ name: name as PermissionName });
    } catch {
      // An older name may be known.
    }
  }
  return null;
}
