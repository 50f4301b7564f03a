/** The commands of the Tools panel. */
import { fieldLabel } from '../../ui/field-label.ts';
import { membersOf, ownMember } from '../../ui/json.ts';
import type { Console } from '../console.svelte.ts';
import { isMasked } from '../calls/call-list.ts';
import { asMcpJson, asTypeScript } from '../tools/call-snippets.ts';
import { toolsStrings } from '../tools/strings.ts';
import { copyText, inPanel, unless, type Command } from './command.ts';
import { commandStrings as strings, whyBlocked as why } from './command-strings.ts';
import { runTool } from './device-commands.ts';

/** One command for each tool: it opens the form, or runs what needs no argument. */
export function toolCommands(console: Console): readonly Command[] {
  const { policy, tools, phone } = console;
  const blockedReason = unless(phone.info !== null, why.noPhone);
  return policy.tools.flatMap((tool): Command[] => {
    const { name, title, words } = tool;
    const command = {
      id: `tool-${name}`,
      label: title,
      detail: name,
      synonyms: words.synonyms,
      // “Change phone settings” begins with the same words.
      word: name === 'use_phone' ? 'change phone' : undefined,
      blockedReason,
      action: () =>
        needsNoArgument(tool)
          ? runTool(console, { tool: name, args: {}, done: strings.done(title) })
          : tools.open(name),
    };
    if (name !== 'set_device') return [command];
    const labels = [
      ...numbersOf(tool).map((setting) => [setting, strings.setSetting(fieldLabel(setting))]),
      ['app_language', strings.setAppLanguage],
    ] as const;
    const settings = labels.map(([setting, label]) => ({
      id: `set-${setting}`,
      label,
      detail: name,
      isRare: true,
      blockedReason,
      action: () => tools.open(name, null, setting),
    }));
    return [command, ...settings];
  });
}

/** The parameters that are numbers. */
function numbersOf({ inputSchema }: Console['policy']['tools'][number]): readonly string[] {
  const properties = Object.entries(membersOf(ownMember(inputSchema, 'properties')));
  return properties
    .filter(([, schema]) => /^(?:integer|number)$/.test(String(ownMember(schema, 'type'))))
    .map(([name]) => name);
}

/** Whether it acts, and all that its form could ask is what to show afterwards. */
function needsNoArgument({ effect, inputSchema }: Console['policy']['tools'][number]): boolean {
  const names = Object.keys(membersOf(ownMember(inputSchema, 'properties')));
  return effect === 'act' && names.every((name) => name === 'observe');
}

type ToolForm = NonNullable<Console['tools']['form']>;
/** Makes an action open the Tools panel first. */
type InTools = (action: () => unknown) => () => unknown;

/** The buttons of the tool form on the page. */
export function formCommands(console: Console): readonly Command[] {
  const { tools, phone } = console;
  // Without a phone the panels are not on the page.
  const form = phone.info === null ? null : tools.form;
  if (form === null) return [];
  const { title } = form.tool;
  const inTools: InTools = (action) => inPanel(console, 'tools', action);
  const isJson = form.json !== null;
  return [
    {
      id: 'form-run',
      label: strings.runTool(title),
      synonyms: 'execute start call submit',
      keys: ['Mod', 'Enter'],
      blockedReason: form.blockedReason ?? unless(form.activeRun === null, why.isRunning),
      action: inTools(() => void form.submit()),
    },
    {
      id: 'form-cancel',
      label: strings.cancelTool(title),
      synonyms: 'stop abort running call',
      blockedReason: unless(form.activeRun !== null, why.notRunning),
      action: inTools(() => form.cancel()),
    },
    {
      id: 'form-mode',
      label: strings.argumentsAs[isJson ? 'form' : 'json'],
      synonyms: 'fields write parameters',
      blockedReason: unless(form.fields.length > 0, why.noArguments),
      action: inTools(() => form.showJson(!isJson)),
    },
    ...argumentCommands(form, inTools),
    ...resultCommands(form, inTools),
    {
      id: 'form-close',
      label: toolsStrings.showAll,
      synonyms: 'back list close form',
      blockedReason: null,
      action: inTools(() => tools.select(null)),
    },
  ];
}

/** The buttons that copy the call, or pick its arguments on the screen. */
function argumentCommands(form: ToolForm, inTools: InTools): readonly Command[] {
  return [
    ...[
      { id: 'mcp', label: toolsStrings.copyAsMcp, text: asMcpJson },
      { id: 'typescript', label: toolsStrings.copyAsTypeScript, text: asTypeScript },
    ].map(({ id, label, text }): Command => ({
      id: `form-copy-${id}`,
      label,
      synonyms: 'snippet code',
      blockedReason: null,
      action: () => copyText(text(form.call)),
    })),
    ...form.pickers.map(({ label, pick }): Command => ({
      id: `form-pick-${label}`,
      label,
      synonyms: 'choose point at target coordinates x y',
      blockedReason: null,
      action: inTools(() => void pick()),
    })),
  ];
}

/** The buttons of the form's result and history. */
function resultCommands(form: ToolForm, inTools: InTools): readonly Command[] {
  const { title } = form.tool;
  const record = form.outcome?.kind === 'record' ? form.outcome.record : null;
  const [last] = form.history;
  const noCall = unless(last !== undefined, why.notCalled);
  const noResult = unless(record !== null, why.noResult);
  const otherView = form.resultView === 'raw' ? 'readable' : 'raw';
  return [
    {
      id: 'form-result-view',
      label: strings.resultAs[otherView],
      synonyms: 'table text view switch',
      blockedReason: noResult,
      action: inTools(() => void (form.resultView = otherView)),
    },
    {
      id: 'form-copy-result',
      label: strings.copyResult,
      synonyms: 'answer output text',
      blockedReason: noResult,
      action: () => record && copyText(record.text),
    },
    {
      id: 'form-repeat',
      label: strings.repeatLast(title),
      synonyms: 'repeat rerun history',
      blockedReason:
        noCall ??
        form.blockedReason ??
        unless(form.activeRun === null, why.isRunning) ??
        unless(last !== undefined && !isMasked(last), why.notRepeatable),
      action: inTools(() => last && void form.runTool(last.arguments)),
    },
    {
      id: 'form-reuse',
      label: strings.reuseLast(title),
      synonyms: 'again edit history fill',
      blockedReason: noCall,
      action: inTools(() => last && form.fill(last.arguments)),
    },
  ];
}
