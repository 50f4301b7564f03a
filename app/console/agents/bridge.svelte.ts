import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { BridgeStatus } from '#core/link/messages.ts';
import type { AgentTokenChange, AgentTokens } from '#core/relay/agent-tokens.ts';
import type { OpenConsole } from '#core/relay/frames.ts';
import { plainText } from '../../ui/plain-text.ts';
import { tabIdentity } from '../../ui/tab-identity.ts';
import { Pairing, socketUrl, type BridgeAddress } from './pairing.ts';

/** The permission's name in Chrome since version 145, and its name before. */
const permissionNames = ['loopback-network', 'local-network-access'];

/** Host names of this computer; pages served from them need no permission. */
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Chrome's permission for a hosted page to reach the bridge on this computer. A notice
 * announces the permission prompt before Chrome shows it.
 */
class LocalNetworkAccess {
  /** What blocks the page: a permission prompt still to come, or a denial; null when nothing does. */
  obstacle = $state<'prompt' | 'denied' | null>(null);
  #permission: PermissionStatus | null = null;
  #proceed: (() => void) | null = null;

  /** Resolves when this page may open the socket at this URL: at once where no permission is needed, else when the user continues. */
  async waitUntilAllowed(url: string): Promise<void> {
    if (!needsLocalNetworkPermission(location.hostname, url)) return;
    const permission = await this.#queryPermission();
    if (permission === null || permission.state === 'granted') return;
    this.obstacle = permission.state;
    await new Promise<void>((resolve) => (this.#proceed = resolve));
  }

  /** Continues after the user has read the notice. */
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
function needsLocalNetworkPermission(pageHost: string, url: string): boolean {
  return !loopbackHosts.has(pageHost) && loopbackHosts.has(new URL(url).hostname);
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

/** The state of the worker's socket to the bridge, and the user's choice of bridge. */
export class BridgeState {
  status = $state.raw<BridgeStatus>({ state: 'off' });
  /** This console's name on the bridge; null while not connected. */
  readonly name = $derived(this.status.state === 'connected' ? this.status.name : null);
  /** All open consoles of the bridge, including this one; empty without a bridge. */
  consoles = $state.raw<readonly OpenConsole[]>([]);
  /** The tokens of agents; null without a bridge that tells them. */
  agentTokens = $state.raw<AgentTokens | null>(null);
  /** This console's entry in `consoles`. */
  readonly ownConsole = $derived(this.consoles.find(({ name }) => name === this.name) ?? null);
  /** The default console when it is another one, by its phone; else null. */
  readonly otherDefaultConsole = $derived(this.#otherDefault());
  /** The phones of other consoles with a phone whose agents are not paused; each browser pauses separately. */
  readonly unpausedConsoles = $derived(
    this.consoles
      .filter(({ name, phone, paused }) => name !== this.name && phone !== null && !paused)
      .map((each) => this.labelOf(each)),
  );
  /** Whether the bridge was started to offer all tools; kept while it is away, as the worker does. */
  offersAllTools = $state(false);
  /** Why this console could not become the default console. */
  makeDefaultError = $state.raw<WireError | null>(null);
  /** Host and port of the bridge that is joined or being tried, `127.0.0.1:7340`; empty without one. */
  host = $state.raw('');
  /** The known bridge to return to while a bridge from a link is being tried; else null. */
  knownHost = $state.raw<string | null>(null);
  /** An unknown bridge that a link names, waiting for the user's consent; null without one. */
  question = $state.raw<BridgeAddress | null>(null);
  /** Why a link was not followed although this console still has its previous bridge. */
  linkError = $state.raw<WireError | null>(null);
  /** Chrome's permission that a hosted page needs to reach the bridge. */
  readonly localNetwork = new LocalNetworkAccess();

  readonly #link: WorkerLink;
  readonly #onJoin: () => void;
  readonly #pairing = new Pairing(location.href);
  /** Identifies the latest join that the worker has not accepted yet; null otherwise. */
  #latestAttempt: symbol | null = null;
  #releaseLock: (() => void) | null = null;

  /** `onJoin` is called before each request to the worker to join a bridge, known or new. */
  constructor(link: WorkerLink, onJoin: () => void) {
    this.#link = link;
    this.#onJoin = onJoin;
    link.on('bridge', (status) => this.#onStatus(status));
    link.on('consoles', (consoles) => (this.consoles = consoles));
    link.on('agentTokens', (tokens) => (this.agentTokens = tokens));
  }

  #otherDefault(): string | null {
    const found = this.consoles.find(({ isDefault }) => isDefault);
    const isOther = this.name !== null && found !== undefined && found.name !== this.name;
    return isOther ? this.labelOf(found) : null;
  }

  /** A console by its phone's model, with the serial number where two consoles have the same model; by its name without a phone. */
  labelOf({ name, phone }: OpenConsole): string {
    if (phone === null) return name;
    const isAmbiguous =
      this.consoles.filter((each) => each.phone?.model === phone.model).length > 1;
    return plainText(isAmbiguous ? `${phone.model} (${phone.serial})` : phone.model);
  }

  /** Joins, or rejoins, the bridge of this console; without one it opens no socket. */
  join(): void {
    const { current, fallback } = this.#pairing;
    if (current === null) return;
    this.host = hostOf(current);
    this.knownHost = fallback && hostOf(fallback);
    this.#setStatus({ state: 'connecting' });
    void this.#joinAt(current);
  }

  /** Joins the bridge that a link names, with the user's consent where it is not the known one. */
  followLink(address: BridgeAddress): void {
    this.linkError = null;
    this.question = this.#pairing.needsConsent(address) ? address : null;
    // A bridge has one secret: while connected, ours is right whatever the link says.
    if (this.question !== null || this.name !== null) return;
    this.#pairing.setCandidate(address);
    this.join();
  }

  /** The user's answer to `question`. */
  answer(isAccepted: boolean): void {
    const address = this.question;
    this.question = null;
    if (address === null || !isAccepted) return;
    this.#pairing.setCandidate(address);
    this.join();
  }

  /** Stops trying the bridge from a link and rejoins the known one. */
  returnToKnownBridge(): void {
    this.#pairing.dropCandidate();
    this.join();
  }

  /** Shows why a link was not followed. */
  showLinkError(error: WireError): void {
    this.question = null;
    if (this.#pairing.current === null) this.#setStatus({ state: 'refused', error });
    else this.linkError = error;
  }

  /** Makes this the default console: the one for agents that chose no phone. */
  async makeDefault(): Promise<void> {
    this.makeDefaultError = null;
    try {
      await this.#link.call('makeDefaultConsole', null);
    } catch (error) {
      this.makeDefaultError = toWire(error);
    }
  }

  /** Makes a token for one agent, which is the answer, or revokes one. Rejects with the bridge's reason. */
  async changeAgentTokens(change: AgentTokenChange): Promise<string> {
    return (await this.#link.call('changeAgentTokens', change)).answer;
  }

  async #joinAt({ secret, at }: BridgeAddress): Promise<void> {
    const attempt = Symbol('join');
    this.#latestAttempt = attempt;
    try {
      const url = socketUrl(location.href, at);
      await this.localNetwork.waitUntilAllowed(url);
      const tab = await tabIdentity();
      if (this.#latestAttempt !== attempt) return;
      this.offersAllTools = false;
      this.#onJoin();
      await this.#link.call('joinBridge', { url, secret, tab });
    } catch (error) {
      if (this.#latestAttempt === attempt)
        this.#setStatus({ state: 'refused', error: toWire(error) });
    }
    if (this.#latestAttempt === attempt) this.#latestAttempt = null;
  }

  #onStatus(status: BridgeStatus): void {
    // Until the worker accepts the pending join, its statuses concern the previous bridge.
    if (this.#latestAttempt !== null) return;
    if (status.state === 'connected') this.#onConnected(status.allTools);
    if (status.state === 'refused' && this.#pairing.onRefused()) {
      this.linkError = status.error;
      this.join();
    } else {
      this.#setStatus(status);
    }
  }

  #onConnected(allTools: boolean): void {
    this.offersAllTools = allTools;
    this.#pairing.onAccepted();
    this.knownHost = null;
  }

  #setStatus(status: BridgeStatus): void {
    this.status = status;
    if (status.state === 'off' || status.state === 'refused') this.#stopHoldingLock();
    else this.#holdLock();
  }

  /**
   * Chrome does not freeze a hidden tab whose page holds a Web Lock, so agents still reach the
   * phone. A lock held by the worker would not count.
   */
  #holdLock(): void {
    if (this.#releaseLock !== null) return;
    const released = new Promise<void>((resolve) => (this.#releaseLock = resolve));
    // Absent outside secure contexts, whatever the type says.
    const { locks } = navigator as Partial<Navigator>;
    // Shared, so that a second tab does not wait. If the request fails, only this protection is lost.
    locks?.request('handset-bridge', { mode: 'shared' }, () => released).catch(() => {});
  }

  #stopHoldingLock(): void {
    this.#releaseLock?.();
    this.#releaseLock = null;
  }
}

/** Host and port of a bridge for display: `127.0.0.1:7340`. */
export function hostOf({ at }: BridgeAddress): string {
  return at ?? location.host;
}
