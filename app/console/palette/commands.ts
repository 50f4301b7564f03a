/**
 * Every command of the palette. To add one, add an entry to the list of its group, and its label to
 * strings.ts.
 */
import { clientSetups } from '#core/clients/clients.ts';
import type { AgentSetup } from '#core/relay/frames.ts';
import type { ShortcutKey } from '../../ui/keys.ts';
import { setupStrings } from '../agents/panel-strings.ts';
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
  /** Other words that people use for it, separated by blanks. */
  readonly synonyms?: string | undefined;
  /** Whether it is listed only in a search. */
  readonly isOnlySearched?: boolean;
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
    ...buttonCommands(console),
    ...screenCommands(console, withKeys('screen')),
    ...withKeys('agents'),
    ...agentCommands(console),
    ...callCommands(console),
    ...logCommands(console),
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
    .map(({ id, label, currentLabel, synonyms, keys, isEnabled, action }) => ({
      id,
      label: currentLabel?.(console) ?? label,
      group,
      synonyms,
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
      synonyms: 'usb plug device',
      isEnabled: isDisconnected,
      action: () => phone.chooseUsb(),
    },
    {
      id: 'connect-demo',
      label: strings.connectDemo,
      group,
      synonyms: 'simulated emulator try',
      isEnabled: isDisconnected,
      action: () => void phone.connect(demo),
    },
    {
      id: 'disconnect',
      label: connectStrings.disconnect,
      group,
      synonyms: 'unplug close quit',
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
      synonyms: 'video stream mirror',
      isEnabled,
      action: () => (screen.live = !screen.live),
    },
    {
      id: 'boxes',
      label: screen.showBoxes ? strings.boxesOff : strings.boxesOn,
      group,
      synonyms: 'outlines borders bounds',
      // Boxes are only drawn in this mode.
      isEnabled: isEnabled && screen.mode.current === 'inspect',
      action: () => (screen.showBoxes = !screen.showBoxes),
    },
    ...withKeys,
    {
      id: 'read',
      label: strings.read,
      group,
      synonyms: 'refresh reload update dump',
      isEnabled,
      action: () => void screen.read(),
    },
    pinCommand(console),
    {
      id: 'copy-selector',
      label: strings.copySelector,
      group,
      synonyms: 'locator xpath id',
      isEnabled: isEnabled && screen.pinnedId !== null,
      action: async () => {
        const { pinnedId, pinnedSelectors } = screen;
        const best = pinnedId === null ? undefined : pinnedSelectors.bestFor(pinnedId);
        if (best === undefined) return strings.noSelector;
        await navigator.clipboard.writeText(best.selector);
        return strings.copied;
      },
    },
  ];
}

/** The buttons beside the screen. */
function buttonCommands({ phone, live, transfers }: Console): readonly Command[] {
  const group = 'phone';
  const model = phone.info?.model ?? '';
  const isEnabled = phone.status.state === 'connected';
  const buttons = Object.entries(strings.buttons).map(([button, { label, synonyms }]) => ({
    id: `button-${button}`,
    label,
    group,
    synonyms,
    isEnabled,
    // The keys of an object are typed as strings.
    action: () => live.send({ kind: 'button', button: button as keyof typeof strings.buttons }),
  })) satisfies readonly Command[];
  return [
    {
      id: 'save-screenshot',
      label: strings.saveScreenshot,
      group,
      synonyms: 'picture image png capture download',
      isEnabled,
      action: () => live.saveScreenshot(model),
    },
    {
      id: 'copy-screenshot',
      label: strings.copyScreenshot,
      group,
      synonyms: 'picture image clipboard',
      isEnabled,
      action: () => live.copyScreenshot(),
    },
    {
      id: 'send-files',
      label: strings.sendFiles,
      group,
      synonyms: 'upload push copy install apk file app transfer sideload',
      isEnabled,
      action: () => {
        const field = document.createElement('input');
        Object.assign(field, { type: 'file', multiple: true });
        field.onchange = () => transfers.add(field.files ?? []);
        field.click();
      },
    },
    ...buttons,
  ];
}

function pinCommand({ phone, screen, inspector, layout }: Console): Command {
  const { comparison } = screen;
  const isPinned = comparison.pinnedScreen !== null;
  return {
    id: 'pin-screen',
    label: isPinned ? strings.unpinScreen : strings.pinScreen,
    group: 'screen',
    synonyms: 'diff compare changes before',
    isEnabled: phone.info !== null && (isPinned || screen.view !== null),
    action: () => {
      layout.open('elements');
      if (isPinned) comparison.unpinScreen();
      else inspector.pinScreen();
    },
  };
}

function agentCommands({ policy, bridge, phone, layout }: Console): readonly Command[] {
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
      synonyms: 'hold continue block',
      isEnabled,
      action: () => policy.setPaused(!paused),
    },
    {
      id: 'read-only',
      label: readOnly ? strings.readOnlyOff : strings.readOnlyOn,
      group,
      synonyms: 'permission policy rule',
      isEnabled,
      action: () => policy.setRule('act', readOnly ? 'allow' : 'off'),
    },
    {
      id: 'ask-first',
      label: askFirst ? strings.askFirstOff : strings.askFirstOn,
      group,
      synonyms: 'permission policy rule confirm approve question',
      isEnabled,
      action: () => policy.setRule('act', askFirst ? 'allow' : 'ask'),
    },
    {
      id: 'watch-agent',
      label: strings.watchAgent,
      group,
      synonyms: 'demo example try script tour',
      isEnabled: true,
      action: () => {
        layout.showsScriptedAgent = true;
        if (phone.info === null) void phone.connect({ kind: 'demo', request: {} });
      },
    },
    ...(setup === null ? [] : setupCommands(setup)),
  ];
}

/** The token, and one command per MCP client; the agent's name is the client's id. */
function setupCommands(setup: AgentSetup): readonly Command[] {
  const copy = (id: string, label: string, textToCopy: () => string): Command => ({
    id: `copy-${id}`,
    label,
    group: 'agents',
    synonyms: 'mcp setup config json connect',
    isOnlySearched: true,
    isEnabled: true,
    action: async () => {
      await navigator.clipboard.writeText(textToCopy());
      return strings.copied;
    },
  });
  return [
    copy('token', setupStrings.copyToken, () => setup.token),
    ...clientSetups(setup, null).map(({ id, name }) =>
      copy(id, strings.copySetup(name), () => {
        const named = clientSetups(setup, id).find((client) => client.id === id);
        return named?.configs[0]?.text ?? '';
      }),
    ),
  ];
}

function callCommands({ timeline, layout, phone }: Console): readonly Command[] {
  const group = 'calls';
  const isEnabled = phone.info !== null && timeline.records.length > 0;
  const openView = (view: typeof timeline.openView) => () => {
    layout.open('timeline');
    timeline.openView = view;
  };
  return [
    {
      id: 'replay',
      label: strings.replay,
      group,
      synonyms: 'repeat again play rerun record',
      isEnabled,
      action: openView('replay'),
    },
    {
      id: 'export-calls',
      label: strings.exportCalls,
      group,
      synonyms: 'save report script download json html',
      isEnabled,
      action: openView('export'),
    },
    {
      id: 'clear-calls',
      label: strings.clearCalls,
      group,
      synonyms: 'delete empty history calls',
      isEnabled,
      action: () => timeline.clear(),
    },
  ];
}

function logCommands({ logs, layout, phone }: Console): readonly Command[] {
  const group = 'logs';
  const { view } = logs;
  const openLogs = (): void => layout.open('logs');
  const hasLines = (view?.snapshot.totalCount ?? 0) > 0;
  return [
    {
      id: 'save-log',
      label: strings.saveLog,
      group,
      synonyms: 'logcat download export logs text',
      isEnabled: phone.info !== null,
      // Without lines there is nothing to save yet: opening the panel gets them.
      action: () => (view !== null && hasLines ? view.save(phone.info?.model ?? '') : openLogs()),
    },
    {
      id: 'pause-log',
      label: view?.paused === true ? strings.resumeLog : strings.pauseLog,
      group,
      synonyms: 'logcat freeze follow',
      isEnabled: view !== null,
      action: () => {
        if (view !== null) view.paused = !view.paused;
        openLogs();
      },
    },
    {
      id: 'clear-log',
      label: strings.clearLog,
      group,
      synonyms: 'logcat delete empty',
      isEnabled: hasLines,
      action: () => view?.clear(),
    },
  ];
}

function pageCommands(console: Console): readonly Command[] {
  const { theme } = console;
  const group = 'page';
  return [
    ...(['system', 'light', 'dark'] as const).map((name): Command => ({
      id: `theme-${name}`,
      label: strings.theme[name],
      group,
      synonyms: 'mode colours appearance night day',
      isEnabled: theme.name !== name,
      action: () => theme.choose(name),
    })),
    {
      id: 'small-window',
      label: strings.smallWindow,
      group,
      synonyms: 'mini miniature popup picture-in-picture pip always on top floating',
      isEnabled: true,
      action: () => console.openSmallWindow(),
    },
  ];
}

function toolCommands({ policy, tools, phone }: Console): readonly Command[] {
  return policy.tools.map(({ name, title }) => ({
    id: `tool-${name}`,
    label: title,
    group: 'tools',
    detail: name,
    synonyms: strings.toolSynonyms[name],
    isEnabled: phone.info !== null,
    action: () => tools.open(name),
  }));
}
