/**
 * Every command of the palette. To add one, add an entry to the list of its group, and its label to
 * strings.ts.
 */
import { clientSetups } from '#core/clients/clients.ts';
import type { AgentSetup } from '#core/relay/frames.ts';
import type { ShortcutKey } from '../../ui/keys.ts';
import { openSmallWindow } from '../agents/bridge.svelte.ts';
import { connectStrings } from '../connect/strings.ts';
import type { Console } from '../console.svelte.ts';
import type { PaletteState } from './palette.svelte.ts';
import { shortcuts } from './shortcuts.ts';
import { paletteStrings as strings } from './strings.ts';

/** A command that the user can run by name. */
export interface Command {
  /** Does not change with the label, which may depend on the state. */
  readonly id: string;
  readonly label: string;
  readonly group: keyof typeof strings.groups;
  readonly keys?: readonly ShortcutKey[];
  /** Shown beside the label, and searched, too. */
  readonly detail?: string;
  readonly isEnabled: boolean;
  /** May resolve with a message for the user. Called within the user gesture. */
  readonly action: () => unknown;
}

/** Every command for the current state, in list order. */
export function listCommands(console: Console, palette: PaletteState): readonly Command[] {
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
    .map(({ id, label, currentLabel, keys, isEnabled, action }) => ({
      id,
      label: currentLabel?.(console) ?? label,
      group,
      keys,
      isEnabled: isEnabled?.(console) ?? true,
      action: () => action(console, palette),
    }));
}

function phoneCommands({ phone }: Console): readonly Command[] {
  const group = 'phone';
  const isDisconnected = phone.info === null;
  const demo = { kind: 'demo', request: {} } as const;
  return [
    {
      id: 'connect-phone',
      label: strings.connectPhone,
      group,
      isEnabled: isDisconnected,
      action: () => phone.chooseUsb(),
    },
    {
      id: 'connect-demo',
      label: strings.connectDemo,
      group,
      isEnabled: isDisconnected,
      action: () => void phone.connect(demo),
    },
    {
      id: 'disconnect',
      label: connectStrings.disconnect,
      group,
      isEnabled: !isDisconnected,
      action: () => phone.disconnect(),
    },
  ];
}

function screenCommands(console: Console, withKeys: readonly Command[]): readonly Command[] {
  const { phone, screen } = console;
  const group = 'screen';
  const isEnabled = phone.info !== null;
  return [
    {
      id: 'live',
      label: screen.live ? strings.liveOff : strings.liveOn,
      group,
      isEnabled,
      action: () => (screen.live = !screen.live),
    },
    {
      id: 'boxes',
      label: screen.showBoxes ? strings.boxesOff : strings.boxesOn,
      group,
      // Boxes are only drawn in this mode.
      isEnabled: isEnabled && screen.mode.current === 'inspect',
      action: () => (screen.showBoxes = !screen.showBoxes),
    },
    ...withKeys,
    { id: 'read', label: strings.read, group, isEnabled, action: () => void screen.read() },
    pinCommand(console),
  ];
}

function pinCommand({ phone, screen, inspector, layout }: Console): Command {
  const { comparison } = screen;
  const isPinned = comparison.pinnedScreen !== null;
  return {
    id: 'pin-screen',
    label: isPinned ? strings.unpinScreen : strings.pinScreen,
    group: 'screen',
    isEnabled: phone.info !== null && (isPinned || screen.view !== null),
    action: () => {
      layout.open('elements');
      if (isPinned) comparison.unpinScreen();
      else inspector.pinScreen();
    },
  };
}

function agentCommands({ policy, bridge }: Console): readonly Command[] {
  const group = 'agents';
  const { paused, rules } = policy.current;
  const readOnly = rules.act === 'off';
  const askFirst = rules.act === 'ask';
  const { status } = bridge;
  const setup = status.state === 'connected' ? status.setup : null;
  const isEnabled = true;
  return [
    {
      id: 'pause',
      label: paused ? strings.resume : strings.pause,
      group,
      isEnabled,
      action: () => policy.setPaused(!paused),
    },
    {
      id: 'stop',
      label: strings.stop,
      group,
      keys: ['Esc', 'Esc'],
      isEnabled,
      action: () => void policy.stop(),
    },
    {
      id: 'read-only',
      label: readOnly ? strings.readOnlyOff : strings.readOnlyOn,
      group,
      isEnabled,
      action: () => policy.setRule('act', readOnly ? 'allow' : 'off'),
    },
    {
      id: 'ask-first',
      label: askFirst ? strings.askFirstOff : strings.askFirstOn,
      group,
      isEnabled,
      action: () => policy.setRule('act', askFirst ? 'allow' : 'ask'),
    },
    ...(setup === null ? [] : setupCommands(setup)),
  ];
}

/** One command per MCP client; the agent's name is the client's id. */
function setupCommands(setup: AgentSetup): readonly Command[] {
  return clientSetups(setup, null).map(({ id, name }) => ({
    id: `copy-${id}`,
    label: strings.copySetup(name),
    group: 'agents',
    isEnabled: true,
    action: async () => {
      const named = clientSetups(setup, id).find((client) => client.id === id);
      await navigator.clipboard.writeText(named?.configs[0]?.text ?? '');
      return strings.copied;
    },
  }));
}

function pageCommands({ theme, timeline, layout, phone }: Console): readonly Command[] {
  const group = 'page';
  const hasCalls = phone.info !== null && timeline.records.length > 0;
  const isEnabled = true;
  return [
    ...(['system', 'light', 'dark'] as const).map((name): Command => ({
      id: `theme-${name}`,
      label: strings.theme[name],
      group,
      isEnabled: theme.name !== name,
      action: () => theme.choose(name),
    })),
    {
      id: 'clear-calls',
      label: strings.clearCalls,
      group,
      isEnabled: hasCalls,
      action: () => timeline.clear(),
    },
    {
      id: 'export-calls',
      label: strings.exportCalls,
      group,
      isEnabled: hasCalls,
      action: () => {
        layout.open('timeline');
        timeline.openView = 'export';
      },
    },
    { id: 'small-window', label: strings.smallWindow, group, isEnabled, action: openSmallWindow },
  ];
}

function toolCommands({ policy, tools, phone }: Console): readonly Command[] {
  return policy.tools.map(({ name, title }) => ({
    id: `tool-${name}`,
    label: title,
    group: 'tools',
    detail: name,
    isEnabled: phone.info !== null,
    action: () => tools.open(name),
  }));
}
