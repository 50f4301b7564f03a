import { type Component, mount } from 'svelte';
import { dialogNoteContext } from '../ui/dialog-note.ts';
import { toolTitle } from '../ui/call-strings.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { plainText } from '../ui/plain-text.ts';
import { Console } from './console.svelte.ts';
import { policyStrings } from './policy/strings.ts';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/utilities.css';
import '../ui/forced-colors.css';

/** Starts a console with its own worker and mounts this component for it. */
export function openConsole(component: Component<{ console: Console }>): void {
  const target = document.getElementById('app');
  if (target === null) throw new Error('The page has no #app.');
  const console = new Console(createWorker);
  // Replaces the static shell of the HTML in one step.
  target.replaceChildren();
  keepFocus();
  const dialogNote = (): string => {
    const { policy, questions } = console;
    return questions.waiting
      .slice(0, 1)
      .map(({ agent, tool }) =>
        policyStrings.behindDialog(plainText(agent), toolTitle(policy.tools, tool)),
      )
      .join('');
  };
  mount(component, {
    target,
    props: { console },
    context: new Map([[dialogNoteContext, dialogNote]]),
  });
  console.start();
}

/** The worker owns the phone, the MCP server and the socket to the bridge. */
function createWorker(): Worker {
  return new Worker(new URL('../../worker/main.ts', import.meta.url), {
    type: 'module',
    name: 'handset',
  });
}
