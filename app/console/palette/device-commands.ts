/** The commands for the phone's apps and settings: each runs a tool that agents have, too. */
import type { OpenableApp } from '#core/link/messages.ts';
import { plainText } from '../../ui/plain-text.ts';
import type { Console } from '../console.svelte.ts';
import { toolSynonyms } from '../tools/strings.ts';
import { unless, type Command } from './command.ts';
import type { PaletteState, PhoneSettings } from './palette.svelte.ts';
import { commandStrings as strings, whyBlocked as why } from './command-strings.ts';

/** Opening, stopping, clearing and removing an app, and the settings that testers change most. */
export function deviceCommands(console: Console, palette: PaletteState): readonly Command[] {
  const { info, status } = console.phone;
  const blockedReason = unless(status.state === 'connected', why.noPhone);
  return [
    ...appVerbs.map(({ tool, deletes }): Command => {
      const { label } = strings.apps[tool];
      return {
        id: `app-${tool}`,
        label,
        synonyms: toolSynonyms[tool],
        deletes,
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
          : { synonyms: toolSynonyms[verb.tool], deletes: verb.deletes }),
        isOnlySearched: true,
        blockedReason,
      })),
    ),
    ...strings.settings.map(({ id, args, ...setting }): Command => ({
      ...setting,
      id: `setting-${id}`,
      isOnlySearched: true,
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

/** What opens the link that was typed; none for another text. */
export function linkCommands(console: Console, typed: string): readonly Command[] {
  const text = typed.trim();
  const isDomain = domain.test(text);
  if (!isDomain && !/^(?:[a-z][\w+.-]*:\/\/|(?:geo|mailto|sms|smsto|tel):)\S+$/i.test(text))
    return [];
  const url = isDomain ? `https://${text}` : text;
  return [
    {
      id: 'open-link',
      label: strings.openLink(url),
      word: text,
      synonyms: text,
      blockedReason: unless(console.phone.status.state === 'connected', why.noPhone),
      action: () =>
        runTool(console, { tool: 'open_link', args: { url }, done: strings.openedLink(url) }),
    },
  ];
}

/** `example.com/a`; a package, as `com.example.app`, begins with what ends a domain. */
const domain =
  /^(?!(?:com|org|net|io|de|android)\.)(?:[\w-]+\.)+(?:com|org|net|edu|gov|info|dev|app|(?!(?:md|sh|js|ts|py|rb|rs|kt|gz|so|db)$)[a-z]{2})(?:[:/]\S*)?$/i;

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
  { timeline }: Console,
  call: {
    readonly tool: string;
    readonly args: { readonly [name: string]: unknown };
    readonly done: string;
  },
): Promise<string> {
  const { isError, text } = await timeline.runTool(call.tool, call.args);
  if (isError) throw new Error(text);
  return call.done;
}
