/** The commands of the tool form on the page: the buttons of the form, its result and its history. */
import type { Call } from '#core/call.ts';
import { copyText, unless, type Command } from '../../ui/command.ts';
import { isMasked } from '../calls/call-list.ts';
import { asMcpJson, asTypeScript } from './call-snippets.ts';
import { toolsStrings } from './strings.ts';
import type { ToolForm } from './tool-form.svelte.ts';
import type { ToolsState } from './tools.svelte.ts';

/** Every command of the form; empty without a form. */
export function formCommands(tools: ToolsState): readonly Command[] {
  const { form } = tools;
  if (form === null) return [];
  const [last = null] = form.history;
  return [
    ...Object.values(runCommands(form)),
    modeCommand(form),
    ...form.pickers.map(({ label, pick }): Command => ({
      id: `form-pick-${label}`,
      label,
      synonyms: 'choose point at target coordinates x y',
      cannotRun: null,
      run: () => void pick(),
    })),
    ...resultCommands(form),
    ...Object.values(historyCommands(form, last)),
    closeCommand(tools),
  ];
}

/** The buttons below the form's fields. */
export function runCommands(form: ToolForm) {
  const { title } = form.tool;
  const isRunning = unless(form.activeRun === null, 'Already running');
  return {
    run: {
      id: 'form-run',
      label: `Run ${title}`,
      shortLabel: 'Run',
      synonyms: 'execute start call submit',
      keys: ['Mod', 'Enter'],
      cannotRun: form.blockedReason ?? isRunning,
      run: () => void form.submit(),
    },
    cancel: {
      id: 'form-cancel',
      label: `Cancel ${title}`,
      shortLabel: 'Cancel',
      synonyms: 'stop abort running call',
      cannotRun: unless(form.activeRun !== null, 'Not running'),
      run: () => form.cancel(),
    },
    copyMcp: {
      id: 'form-copy-mcp',
      label: 'Copy the call as MCP JSON',
      shortLabel: 'MCP JSON',
      synonyms: 'snippet code',
      isSeenElsewhere: true,
      cannotRun: null,
      run: () => copyText(asMcpJson(form.call)),
    },
    copyTypeScript: {
      id: 'form-copy-typescript',
      label: 'Copy the call as TypeScript',
      shortLabel: 'TypeScript',
      synonyms: 'snippet code',
      isSeenElsewhere: true,
      cannotRun: null,
      run: () => copyText(asTypeScript(form.call)),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

function modeCommand(form: ToolForm): Command {
  const isJson = form.json !== null;
  return {
    id: 'form-mode',
    label: isJson ? 'Enter the arguments in a form' : 'Enter the arguments as JSON',
    synonyms: 'fields write parameters',
    cannotRun: unless(form.fields.length > 0, 'This tool has no arguments'),
    run: () => form.showJson(!isJson),
  };
}

/** Shows the list of tools in place of the form. */
export function closeCommand(tools: ToolsState): Command {
  return {
    id: 'form-close',
    label: 'Show all tools',
    shortLabel: 'All tools',
    synonyms: 'back list close form',
    cannotRun: null,
    run: () => tools.select(null),
  };
}

function resultCommands(form: ToolForm): readonly Command[] {
  const call = form.outcome?.kind === 'call' ? form.outcome.call : null;
  const noResult = unless(call !== null, 'No result yet');
  const otherView = form.resultView === 'raw' ? 'readable' : 'raw';
  return [
    {
      id: 'form-result-view',
      label: `Show the result as ${otherView} text`,
      synonyms: 'table text view switch',
      cannotRun: noResult,
      run: () => void (form.resultView = otherView),
    },
    {
      id: 'form-copy-result',
      label: 'Copy the tool’s result',
      synonyms: 'answer output text',
      isSeenElsewhere: true,
      cannotRun: noResult,
      run: () => call && copyText(call.text),
    },
  ];
}

/** The buttons of a call in the form's history; null if there is none. */
export function historyCommands(form: ToolForm, call: Call | null) {
  const { title } = form.tool;
  const noCall = unless(call !== null, 'Not called yet');
  return {
    reuse: {
      id: 'form-reuse',
      label: `Reuse the arguments of the last ${title} call`,
      shortLabel: 'Use these arguments again',
      help: 'Use these arguments again',
      synonyms: 'again edit history fill',
      cannotRun: noCall,
      run: () => call && form.fill(call.arguments),
    },
    repeat: {
      id: 'form-repeat',
      label: `Run the last ${title} call again`,
      shortLabel: 'Run again',
      help: 'Runs it again with the same arguments',
      synonyms: 'repeat rerun history',
      cannotRun:
        noCall ??
        form.blockedReason ??
        unless(form.activeRun === null, 'Already running') ??
        unless(call !== null && !isMasked(call), toolsStrings.repeatMasked),
      run: () => call && void form.runTool(call.arguments),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}
