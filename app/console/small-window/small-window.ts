import { mount, unmount } from 'svelte';
import type { PortConnections } from '../../browser-agents/port-connections.svelte.ts';
import { documentPictureInPicture } from '../../ui/picture-in-picture.ts';
import type { Theme } from '../../ui/theme.svelte.ts';
import type { BridgeState } from '../agents/bridge.svelte.ts';
import type { SeenAgents } from '../agents/seen-agents.svelte.ts';
import type { AgentPolicyState } from '../policy/agent-policy.svelte.ts';
import type { ScreenConsole } from '../screen/screen-console.ts';
import SmallWindow from './SmallWindow.svelte';
import { smallWindowStrings } from './strings.ts';

/** The parts of the console that the small window shows. */
export interface SmallWindowConsole extends ScreenConsole {
  readonly theme: Theme;
  readonly bridge: BridgeState;
  readonly agents: SeenAgents;
  readonly policy: AgentPolicyState;
  readonly portConnections: PortConnections;
}

/** In CSS pixels; the user can resize it, and Chrome remembers that. */
const size = { width: 280, height: 560 };

/**
 * Opens a window that stays on top of all others and shows this console in miniature, or brings it to
 * the front. A browser without such windows opens a console of its own; then it resolves to a message
 * that says so.
 */
export async function openSmallWindow(console: SmallWindowConsole): Promise<string | null> {
  const pictureInPicture = documentPictureInPicture();
  if (pictureInPicture === null) {
    // `noopener` gives it its own sessionStorage, so it shares neither this tab's name nor its phone.
    window.open('./bridge.html', '_blank', 'popup,noopener,width=400,height=640');
    return smallWindowStrings.ownConsole;
  }
  // Chrome names a window for a moment longer that was just closed.
  if (pictureInPicture.window !== null && !pictureInPicture.window.closed) {
    pictureInPicture.window.focus();
    return null;
  }
  const view = await pictureInPicture.requestWindow(size);
  prepareDocument(view.document);
  const mounted = mount(SmallWindow, { target: view.document.body, props: { console } });
  view.addEventListener('pagehide', () => void unmount(mounted), { once: true });
  return null;
}

/** Gives the empty document its title, its language and the styles of this page. */
function prepareDocument(target: Document): void {
  target.title = smallWindowStrings.title;
  target.documentElement.lang = document.documentElement.lang;
  // Their elements: the text of a rule's `cssText` lacks shorthands that hold variables.
  for (const style of document.querySelectorAll('style, link[rel=stylesheet]'))
    target.head.append(style.cloneNode(true));
}
