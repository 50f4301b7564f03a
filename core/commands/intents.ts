/** Intents are sent with `am` (ActivityManagerShellCommand.java, Intent.parseCommandArgs). */
import { HandsetError } from '../errors.ts';
import type { Intent, IntentExtra, IntentType, SentIntent } from '../phone/intents.ts';
import { onDefaultDisplay } from './apps.ts';
import {
  phoneMessage,
  stdoutText,
  type Command,
  type CommandOutput,
  listBytes,
} from './command.ts';
import { sh, type ShellText } from './shell-text.ts';

const purposes = {
  activity: 'starting an activity',
  broadcast: 'sending a broadcast',
  service: 'starting a service',
} as const satisfies Record<IntentType, string>;

const programs = {
  activity: sh`am start ${onDefaultDisplay}`,
  broadcast: sh`am broadcast`,
  service: sh`am startservice`,
} as const satisfies Record<IntentType, ShellText>;

/** Printed between the output of resolving the intent and that of sending it. */
const sendMarker = 'handset-send';

/**
 * Sends an intent. Rejects with `unsupported` if no app takes it or this Android does not know the type
 * of an extra, and with `command-failed`, quoting the phone's message, if the phone refuses it. Throws
 * `invalid-argument` for a NUL character.
 */
export function runIntent(intent: Intent): Command<SentIntent> {
  const target = targetWords(intent);
  const words = [...target, ...intent.extras.flatMap(extraWords), ...flagWords(intent)];
  const send = joinWords([programs[intent.type], ...words]);
  // The phone reports only before the start which activity will be started.
  const resolve = joinWords([sh`cmd package resolve-activity --brief`, ...target]);
  const isResolved = intent.type === 'activity' && intent.component === null;
  return {
    purpose: purposes[intent.type],
    line: isResolved ? sh`${resolve} 2>/dev/null; echo ${sendMarker}; ${send}` : send,
    // A broadcast is over when each receiver has handled it, which may take ten seconds for each.
    deadlineMs: 30_000,
    maxOutputBytes: listBytes,
    parse: (output) => parseSent(intent, output),
  };
}

function joinWords([first = sh``, ...rest]: readonly ShellText[]): ShellText {
  return rest.reduce((line, word) => sh`${line} ${word}`, first);
}

/** The words that decide who receives the intent. `am` takes the word after an option as it is, also one that begins with a dash. */
function targetWords(intent: Intent): readonly ShellText[] {
  const { action, data, mimeType, categories, packageName, component } = intent;
  return [
    ...(action === null ? [] : [sh`-a ${action}`]),
    ...(data === null ? [] : [sh`-d ${data}`]),
    ...(mimeType === null ? [] : [sh`-t ${mimeType}`]),
    ...categories.map((category) => sh`-c ${category}`),
    ...(packageName === null ? [] : [sh`-p ${packageName}`]),
    ...(component === null ? [] : [sh`-n ${component}`]),
  ];
}

function extraWords(extra: IntentExtra): readonly ShellText[] {
  const { name, type, value } = extra;
  switch (type) {
    case 'string':
      return [sh`--es ${name} ${value}`];
    case 'strings':
      // A comma separates two strings unless a backslash stands before it.
      return [sh`--esa ${name} ${value.map((text) => text.replaceAll(',', '\\,')).join(',')}`];
    case 'boolean':
      return [sh`--ez ${name} ${String(value)}`];
    case 'int':
      return [sh`--ei ${name} ${value}`];
    case 'long':
      return [sh`--el ${name} ${value}`];
    case 'float':
      return [sh`--ef ${name} ${value}`];
    case 'double':
      return [sh`--ed ${name} ${value}`];
    default:
      return type satisfies never;
  }
}

/** Integer.decode takes signed numbers only. */
function flagWords({ flags }: Intent): readonly ShellText[] {
  return flags === 0 ? [] : [sh`-f ${flags | 0}`];
}

function parseSent(intent: Intent, output: CommandOutput): SentIntent {
  const text = stdoutText(output);
  // The intent, which is printed after the marker, may contain its text.
  const at = text.indexOf(sendMarker);
  const [resolved, sent] = at < 0 ? ['', text] : [text.slice(0, at), text.slice(at)];
  // The receiver's answer follows "Broadcast completed" and may contain any text.
  const [report = ''] = `${output.stderr}\n${sent}`.split(/^Broadcast completed: /m);
  checkSent(intent, report, output);
  const result = /^Broadcast completed: result=(-?\d+)/m.exec(sent)?.[1];
  // Android 15 and later says nothing if it could not send one, to a user who is stopped for example.
  if (intent.type === 'broadcast' && result === undefined)
    throw refusal(intent, 'it did not say that the broadcast was completed');
  return {
    receiver: parseComponent(intent.component ?? lastLine(resolved)),
    broadcastResult: result === undefined ? null : Number(result),
  };
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

/** `pkg/.Class` or `pkg/full.Class`; the activity keeps the short form where it can have it. */
function parseComponent(text: string): SentIntent['receiver'] {
  const [, packageName, name] = /^([A-Za-z][\w.]*)\/([\w.$]+)$/.exec(text.trim()) ?? [];
  if (packageName === undefined || name === undefined) return null;
  const isInPackage = name.startsWith(`${packageName}.`);
  return { packageName, activity: isInPackage ? name.slice(packageName.length) : name };
}

/** Throws if the phone did not send the intent. Before Android 12 `am` exits with 0 all the same. */
function checkSent(intent: Intent, report: string, output: CommandOutput): void {
  if (/^Error: Activity not started, unable to resolve /m.test(report)) throw noReceiver(intent);
  const missing = /^Error: Activity class \{([^}\n]+)\} does not exist/m.exec(report)?.[1];
  if (missing !== undefined) {
    throw refusal(
      intent,
      `it has no activity ${missing.slice(0, 200)}`,
      'Check the component, or leave it out.',
    );
  }
  if (/^Error: Not found; no service started/m.test(report)) {
    throw refusal(intent, 'it has no such service', 'Check the component.');
  }
  if (/^(?:java\.[\w.]+|Error): Unknown option: --ed\b/m.test(report)) {
    throw new HandsetError(
      'unsupported',
      "The am command of this Android version can't send an extra of type double. Nothing was sent.",
      { hint: 'Send it as a float or a string, if the app accepts that.' },
    );
  }
  const denial = /^(?:java\.lang\.SecurityException|Security exception): (.+)/m.exec(report)?.[1];
  if (denial !== undefined) {
    throw refusal(
      intent,
      denial.slice(0, 300).trim(),
      'The app does not export this component, or only the system may send it.',
    );
  }
  const error = /^(?:Error: |java\.[\w.]+: )(.+)/m.exec(report)?.[1];
  if (error !== undefined) throw refusal(intent, error.slice(0, 200).trim());
  if (output.exitCode === null || output.exitCode === 0) return;
  throw refusal(intent, phoneMessage(output));
}

function noReceiver({ data, action, packageName }: Intent): HandsetError {
  const who = packageName === null ? 'No app on this phone' : `The app ${packageName}`;
  const what = data ?? action ?? 'this';
  const verb = packageName === null ? 'opens' : 'does not open';
  return new HandsetError(
    'unsupported',
    `${who} ${verb} ${what.slice(0, 200)}; nothing was done.`,
    {
      hint:
        packageName === null
          ? 'Ask the user to install one, or use an app that is installed.'
          : 'Leave out package_name to let any app open it.',
    },
  );
}

function refusal({ type }: Intent, reason: string, hint?: string): HandsetError {
  const message = `The phone refused ${purposes[type]}: ${reason.replace(/\.$/, '')}.`;
  return new HandsetError('command-failed', message, hint === undefined ? {} : { hint });
}
