/** The commands of the tools: one for each tool, for each app that it acts on, and for each of its presets. */
import type { ToolInfo } from '#core/link/messages.ts';
import { fillPhrase } from '../../ui/call-words.ts';
import { noPhone, unless, type Command } from '../../ui/command.ts';
import { sentenceCase } from '../../ui/field-label.ts';
import { membersOf, ownMember, textsIn } from '../../ui/json.ts';
import { plainText } from '../../ui/plain-text.ts';
import { namesApp } from './form-fields.ts';
import type { OpenableApp, ToolsConsole } from './tools-console.ts';
import { runnableTools, type ToolsState } from './tools.svelte.ts';

/** The parts of the console that the commands use. */
interface CommandsConsole extends ToolsConsole {
  readonly tools: ToolsState;
}

/** The commands for the apps of the phone and for the presets of tools. */
export function phoneCommands(console: CommandsConsole): readonly Command[] {
  const { phone, tools } = console;
  const runnable = runnableTools(console);
  const apps = tools.appsOf(phone.info);
  const perApp = runnable.filter((tool) => appArgument(tool) !== null);
  return [
    ...perApp.map((tool): Command => ({
      ...commandOf(tool),
      label: `${tool.title}…`,
      isSuggested: tool.words.isMeantByApp,
      cannotRun: phone.whyAbsent,
      run: () => undefined,
      choices: async (signal) =>
        (await tools.readApps(phone.info, signal)).map((app) => appCommand(console, tool, app)),
    })),
    ...apps.flatMap((app) => perApp.map((tool) => appCommand(console, tool, app))),
    ...runnable.flatMap((tool) => presetCommands(console, tool)),
  ];
}

/** One command for each other tool: runs a tool that needs no argument, or opens its form. */
export function toolCommands(console: CommandsConsole): readonly Command[] {
  const { phone, tools } = console;
  return runnableTools(console)
    .filter((tool) => appArgument(tool) === null)
    .map((tool): Command =>
      needsNoArgument(tool)
        ? {
            ...commandOf(tool),
            cannotRun: phone.whyAbsent,
            run: () => runTool(console, tool, {}),
          }
        : {
            ...commandOf(tool),
            cannotRun: unless(phone.info !== null, noPhone),
            run: () => tools.open(tool.name),
          },
    );
}

function commandOf({ name, title, words: { synonyms, word } }: ToolInfo) {
  return { id: `tool-${name}`, label: title, detail: name, synonyms, word };
}

/** The argument that names the app on which the tool acts; null if the tool needs other arguments too, or only reads. */
function appArgument({ effect, inputSchema }: ToolInfo): string | null {
  const [required = '', ...others] = textsIn(ownMember(inputSchema, 'required'));
  return effect === 'act' && others.length === 0 && namesApp(required) ? required : null;
}

/** Whether the tool acts and has no argument besides `observe`. */
function needsNoArgument({ effect, inputSchema }: ToolInfo): boolean {
  const names = Object.keys(membersOf(ownMember(inputSchema, 'properties')));
  return effect === 'act' && names.every((name) => name === 'observe');
}

/** Runs the tool for this app. If that can't be undone, only fills in the form, so that it takes one more click. */
function appCommand(
  console: CommandsConsole,
  tool: ToolInfo,
  { packageName, name }: OpenableApp,
): Command {
  const { title, words, isRisky } = tool;
  const app = plainText(name);
  const args = { [appArgument(tool) ?? '']: packageName };
  const filled = fillPhrase(words.wantsTo, args, { label: '', app });
  const label = sentenceCase(`${filled?.verb ?? title} ${filled?.object ?? app}`);
  return {
    id: `${tool.name}-${packageName}`,
    label: isRisky ? `${label}…` : label,
    detail: packageName,
    isRare: true,
    ...(words.isMeantByApp
      ? { word: app, synonyms: `app ${contentsOf(packageName)}` }
      : { synonyms: `${title} ${words.synonyms ?? ''}` }),
    cannotRun: console.phone.whyAbsent,
    run: () =>
      isRisky ? console.tools.open(tool.name, args) : runTool(console, { ...tool, label }, args),
  };
}

/** Search words for the contents of common apps, by the end of their package name. */
function contentsOf(packageName: string): string {
  const [, name] = /(?:\.|\.desk)(settings|clock|calendar)$/.exec(packageName) ?? [];
  switch (name) {
    case 'settings':
      return (
        'developer options preferences accessibility screen timeout usb debugging talkback ' +
        'contrast do not disturb dnd battery saver hotspot tethering nfc vpn'
      );
    case 'clock':
      return 'alarm timer stopwatch';
    case 'calendar':
      return 'appointment event meeting';
    default:
      return '';
  }
}

/** The presets of the tool. */
function presetCommands(console: CommandsConsole, { name, words }: ToolInfo): readonly Command[] {
  const { phone, tools } = console;
  return (words.presets ?? []).map(({ args, field, ...preset }): Command => {
    if (field !== undefined)
      return {
        ...preset,
        id: `set-${field}`,
        detail: name,
        isRare: true,
        cannotRun: unless(phone.info !== null, noPhone),
        run: () => tools.open(name, null, field),
      };
    const [[argument, value] = ['', '']] = Object.entries(args);
    const idFor = (each: unknown): string => `${name}-${argument}-${String(each)}`;
    return {
      ...preset,
      id: idFor(value),
      isRare: true,
      ...(typeof value === 'boolean' && { opposite: idFor(!value) }),
      cannotRun: phone.whyAbsent ?? whyNeedless(value, tools.settingsOf(phone.info)[argument]),
      async run() {
        const message = await runTool(console, { name, label: preset.label }, args);
        tools.noteSettings(args);
        return message;
      },
    };
  });
}

/** Why setting this value has no effect; null if the current value differs or is not known. */
function whyNeedless(value: unknown, current: unknown): string | null {
  if (value !== current) return null;
  return value === true ? 'Already on' : value === false ? 'Already off' : 'Already in use';
}

/** Runs a tool as the user; resolves to a message that it is done, rejects with the tool's text if it fails. */
export async function runTool(
  { calls }: Pick<CommandsConsole, 'calls'>,
  {
    name,
    ...tool
  }: { readonly name: string } & ({ readonly label: string } | { readonly title: string }),
  args: { readonly [name: string]: unknown },
): Promise<string> {
  const { isError, text } = await calls.runTool(name, args);
  if (isError) throw new Error(text);
  return `${'label' in tool ? tool.label : tool.title}: done`;
}
