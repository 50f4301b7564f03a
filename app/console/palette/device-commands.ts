/** The commands for the phone's apps and settings: each runs a tool that agents have, too. */
import type { OpenableApp } from '#core/link/messages.ts';
import { plainText } from '../../ui/plain-text.ts';
import type { Console } from '../console.svelte.ts';
import { inGroup, unless, type Command, type GroupedCommand } from './command.ts';
import type { PaletteState, PhoneSettings } from './palette.svelte.ts';
import { commandStrings as strings, whyBlocked as why } from './command-strings.ts';

/** Opening, stopping, clearing and removing an app, and the settings that testers change most. */
export function deviceCommands(console: Console, palette: PaletteState): readonly Command[] {
  const { info, status } = console.phone;
  /** The app that `close` means. */
  const front = console.screen.view?.packageName;
  const blockedReason = unless(status.state === 'connected', why.noPhone);
  return [
    ...appVerbs.map(({ tool, deletes }): Command => {
      const { label } = strings.apps[tool];
      return {
        id: `app-${tool}`,
        label,
        synonyms: synonymsOfTool(console, tool),
        word: tool === 'open_app' ? 'open' : undefined,
        isSuggested: tool === 'open_app',
        blockedReason,
        action: () => undefined,
        choices: async (signal) =>
          (await console.tools.readApps(info, signal)).map((app) =>
            appCommand(console, app, { tool, deletes }),
          ),
      };
    }),
    ...console.tools.appsOf(info).flatMap((app) =>
      appVerbs.map((verb): Command => ({
        ...appCommand(console, app, verb),
        ...(verb.tool === 'open_app'
          ? {
              word: plainText(app.name),
              synonyms: `app ${synonymsOf(app)}`,
            }
          : {
              synonyms: synonymsOfTool(console, verb.tool),
              word: verb.tool === 'stop_app' && app.packageName === front ? 'close' : undefined,
            }),
        isRare: true,
        blockedReason,
      })),
    ),
    ...strings.settings.map(({ id, args, ...setting }): Command => ({
      ...setting,
      id: `setting-${id}`,
      isRare: true,
      blockedReason: blockedReason ?? whyNeedless(args, palette.settingsOf(info)),
      action: async () => {
        const done = strings.done(setting.label);
        const message = await runTool(console, { tool: 'set_device', args, done });
        palette.noteSettings(args);
        return message;
      },
    })),
  ];
}

/** The commands `tap 300 500` and `type some text`, with what they name; none for another text. */
export function typedCommands(console: Console, typed: string): readonly GroupedCommand[] {
  const [, x, y = ''] = /^\s*tap (\d+)[, ]+(\d+)\s*$/i.exec(typed) ?? [];
  const [, text = ''] = /^\s*type (\S.*)$/i.exec(typed) ?? [];
  const call =
    x !== undefined
      ? { tool: 'tap', args: { x: Number(x), y: Number(y) }, label: strings.tapAt(x, y) }
      : { tool: 'input_text', args: { text }, label: strings.typeText(text) };
  const isCommand = x !== undefined || text !== '';
  const isToolTitle = console.policy.tools.some(
    ({ title }) => title.toLowerCase() === typed.trim().toLowerCase(),
  );
  if (!isCommand || isToolTitle) return [];
  return inGroup('phone', [
    {
      id: `typed-${call.tool}`,
      label: call.label,
      blockedReason: unless(console.phone.status.state === 'connected', why.noPhone),
      action: () => runTool(console, { ...call, done: strings.done(call.label) }),
    },
  ]);
}

/** Why the phone's settings need no change; null where they do, or are not known. */
function whyNeedless(args: PhoneSettings, settings: PhoneSettings): string | null {
  const isSet = Object.entries(args).every(([name, value]) => settings[name] === value);
  if (!isSet) return null;
  const { isOn, isOff, inUse } = why;
  const [value] = Object.values(args);
  return value === true ? isOn : value === false ? isOff : inUse;
}

/** What people look for in an app that every phone has, by how its package ends. */
function synonymsOf({ packageName }: OpenableApp): string {
  const [, name = ''] = /(?:\.|\.desk)(settings|clock|calendar)$/.exec(packageName) ?? [];
  return Object.entries(strings.inApps).find(([app]) => app === name)?.[1] ?? '';
}

function synonymsOfTool({ policy }: Console, tool: string): string {
  return policy.tools.find(({ name }) => name === tool)?.words.synonyms ?? '';
}

/** Does this to the app. */
function appCommand(
  console: Console,
  { packageName, name }: OpenableApp,
  { tool, deletes }: Pick<(typeof appVerbs)[number], 'tool' | 'deletes'>,
): Command {
  const { forApp, done } = strings.apps[tool];
  const shownName = plainText(name);
  const args = { package_id: packageName };
  return {
    id: `${tool}-${packageName}`,
    label: forApp(shownName),
    detail: packageName,
    blockedReason: null,
    // What can't be undone is only filled in: its form asks for one more click.
    action: () =>
      deletes
        ? console.tools.open(tool, args)
        : runTool(console, { tool, args, done: done(shownName) }),
  };
}

/** What one does to an app; what deletes something is not done at once. */
const appVerbs = [
  { tool: 'open_app', deletes: false },
  { tool: 'stop_app', deletes: false },
  { tool: 'clear_app_data', deletes: true },
  { tool: 'uninstall_app', deletes: true },
] as const;

/** Runs a tool as the user; resolves to what is done, rejects with the tool's text where it failed. */
export async function runTool(
  { calls }: Console,
  call: {
    readonly tool: string;
    readonly args: { readonly [name: string]: unknown };
    readonly done: string;
  },
): Promise<string> {
  const { isError, text } = await calls.runTool(call.tool, call.args);
  if (isError) throw new Error(text);
  return call.done;
}
