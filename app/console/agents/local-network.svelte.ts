import { localNetworkPermission, needsLocalNetwork } from './local-network.ts';

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
