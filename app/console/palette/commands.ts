/**
 * Every command of the palette. To add one, add an entry to the list of its group, and its label to
 * strings.ts.
 */
import { clientSetups } from '../../../core/clients/client-setups.ts';
import type { AgentSetup } from '../../../core/relay/frames.ts';
import { connectWords } from '../connect/strings.ts';
import { openSmallWindow } from '../agents/open-small-window.ts';
import type { Console } from '../console.svelte.ts';
import type { Key } from '../../ui/keys.ts';
import { paletteWords as words } from './strings.ts';
import type { PaletteState } from './palette.svelte.ts';
import { shortcuts } from './shortcuts.ts';

/** A command that the user can run by name. */
export interface Command {
  /** Does not change with the label, which may depend on the state. */
  readonly id: string;
  readonly label: string;
  readonly group: keyof typeof words.groups;
  readonly keys?: readonly Key[];
  /** Shown beside the label, and searched, too. */
  readonly detail?: string;
  readonly isEnabled: boolean;
  /** May resolve with a message for the user. Called within the user gesture. */
  readonly run: () => unknown;
}

/** Every command for the current state, in list order. */
export function commandsOf(console: Console, palette: PaletteState): readonly Command[] {
  const withKeys = (group: Command['group']): readonly Command[] =>
    shortcutCommands(group, console, palette);
  return [
    ...withKeys('panels'),
    ...phoneCommands(console),
    ...screenCommands(console, withKeys('screen')),
    ...agentCommands(console),
    ...pageCommands(console),
    ...withKeys('page'),
    ...toolCommands(console),
  ];
}

/** The commands of this group that have a keyboard shortcut. */
function shortcutCommands(
  group: Command['group'],
  console: Console,
  palette: PaletteState,
): readonly Command[] {
  return shortcuts
    .filter((shortcut) => shortcut.group === group)
    .map(({ id, label, labelNow, keys, isEnabled, run }) => ({
      id,
      label: labelNow?.(console) ?? label,
      group,
      keys,
      isEnabled: isEnabled?.(console) ?? true,
      run: () => run(console, palette),
    }));
}

function phoneCommands({ phone }: Console): readonly Command[] {
  const group = 'phone';
  const isFree = phone.held === null;
  const demo = { kind: 'demo', request: {} } as const;
  return [
    {
      id: 'connect-phone',
      label: words.connectPhone,
      group,
      isEnabled: isFree,
      run: () => phone.chooseUsb(),
    },
    {
      id: 'connect-demo',
      label: words.connectDemo,
      group,
      isEnabled: isFree,
      run: () => void phone.connect(demo),
    },
    {
      id: 'disconnect',
      label: connectWords.disconnect,
      group,
      isEnabled: !isFree,
      run: () => phone.disconnect(),
    },
  ];
}

function screenCommands(console: Console, withKeys: readonly Command[]): readonly Command[] {
  const { phone, screen } = console;
  const group = 'screen';
  const isEnabled = phone.held !== null;
  return [
    {
      id: 'live',
      label: screen.live ? words.liveOff : words.liveOn,
      group,
      isEnabled,
      run: () => (screen.live = !screen.live),
    },
    {
      id: 'boxes',
      label: screen.boxes ? words.boxesOff : words.boxesOn,
      group,
      // Boxes are only drawn in this mode.
      isEnabled: isEnabled && screen.mode.current === 'inspect',
      run: () => (screen.boxes = !screen.boxes),
    },
    ...withKeys,
    { id: 'read', label: words.read, group, isEnabled, run: () => void screen.read() },
    pinCommand(console),
  ];
}

function pinCommand({ phone, screen, inspector, layout }: Console): Command {
  const { comparison } = screen;
  const isPinned = comparison.pinned !== null;
  return {
    id: 'pin-screen',
    label: isPinned ? words.unpinScreen : words.pinScreen,
    group: 'screen',
    isEnabled: phone.held !== null && (isPinned || screen.view !== null),
    run: () => {
      layout.open('elements');
      if (isPinned) comparison.unpin();
      else inspector.pin();
    },
  };
}

function agentCommands({ controls, bridge }: Console): readonly Command[] {
  const group = 'agents';
  const { paused, readOnly, askFirst } = controls.current;
  const { status } = bridge;
  const setup = status.state === 'connected' ? status.setup : null;
  const isEnabled = true;
  return [
    {
      id: 'pause',
      label: paused ? words.resume : words.pause,
      group,
      isEnabled,
      run: () => controls.setPaused(!paused),
    },
    {
      id: 'stop',
      label: words.stop,
      group,
      keys: ['Esc', 'Esc'],
      isEnabled,
      run: () => void controls.stop(),
    },
    {
      id: 'read-only',
      label: readOnly ? words.readOnlyOff : words.readOnlyOn,
      group,
      isEnabled,
      run: () => controls.change({ readOnly: !readOnly }),
    },
    {
      id: 'ask-first',
      label: askFirst ? words.askFirstOff : words.askFirstOn,
      group,
      isEnabled,
      run: () => controls.change({ askFirst: !askFirst }),
    },
    ...(setup === null ? [] : setupCommands(setup)),
  ];
}

/** One command per MCP client; the agent's name is the client's id. */
function setupCommands(setup: AgentSetup): readonly Command[] {
  return clientSetups(setup, null).map(({ id, name }) => ({
    id: `copy-${id}`,
    label: words.copySetup(name),
    group: 'agents',
    isEnabled: true,
    run: async () => {
      const named = clientSetups(setup, id).find((client) => client.id === id);
      await navigator.clipboard.writeText(named?.ways[0]?.text ?? '');
      return words.copied;
    },
  }));
}

function pageCommands({ theme, timeline, layout, phone }: Console): readonly Command[] {
  const group = 'page';
  const hasCalls = phone.held !== null && timeline.records.length > 0;
  const isEnabled = true;
  return [
    ...(['system', 'light', 'dark'] as const).map((name): Command => ({
      id: `theme-${name}`,
      label: words.theme[name],
      group,
      isEnabled: theme.name !== name,
      run: () => theme.choose(name),
    })),
    {
      id: 'clear-calls',
      label: words.clearCalls,
      group,
      isEnabled: hasCalls,
      run: () => timeline.clear(),
    },
    {
      id: 'export-calls',
      label: words.exportCalls,
      group,
      isEnabled: hasCalls,
      run: () => {
        layout.open('timeline');
        timeline.part = 'export';
      },
    },
    { id: 'small-window', label: words.smallWindow, group, isEnabled, run: openSmallWindow },
  ];
}

function toolCommands({ controls, tools, phone }: Console): readonly Command[] {
  return controls.tools.map(({ name, title }) => ({
    id: `tool-${name}`,
    label: title,
    group: 'tools',
    detail: name,
    isEnabled: phone.held !== null,
    run: () => tools.open(name),
  }));
}
