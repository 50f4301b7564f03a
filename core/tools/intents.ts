import { z } from 'zod';
import { toHandsetError, HandsetError } from '../errors.ts';
import { emptyIntent, intentTypes, type Intent, type IntentExtra } from '../phone/intents.ts';
import { waitForFrontApp, readFrontBeforeStart } from './shared/front-app.ts';
import {
  choice,
  hintParam,
  textForMessage,
  typeIssueParam,
  wholeNumber,
  valueForMessage,
} from './shared/parameters.ts';
import { defineTool, observe } from './shared/tool.ts';

/** The types that an agent may give to an extra. */
const extraTypes = ['string', 'int', 'long', 'float', 'double', 'boolean'] as const;
type ExtraType = (typeof extraTypes)[number];

/** UTF-16 units of a link; the phone's shell takes a few thousand on old phones. */
const maxLinkLength = 2_000;

/** Schemes that are no links: they carry an intent or a script, or reach into an app's files. */
const refusedSchemes = ['intent', 'android-app', 'javascript', 'data', 'file', 'content', 'about'];

/** Characters that would end a link early or make a part of it invisible. */
const unsafeCharacters = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** The scheme in lower case; apps' filters are compared letter by letter. */
function schemeOf(link: string): string {
  return (/^([a-z][a-z0-9+.-]*):./iu.exec(link)?.[1] ?? '').toLowerCase();
}

/** Why this is no link that can be opened, and what to do; undefined if it is one. */
function linkProblem(
  text: string,
): { readonly message: string; readonly hint: string } | undefined {
  const got = `Got: '${textForMessage(text)}'`;
  if (text.length > maxLinkLength) {
    const message = `Parameter 'url' must have at most ${maxLinkLength} characters, got: ${text.length}`;
    return { message, hint: 'Open a shorter link.' };
  }
  if (unsafeCharacters.test(text)) {
    const message = `Parameter 'url' must not contain spaces, line ends or invisible characters. ${got}`;
    return { message, hint: 'Write them percent-encoded, a space as %20.' };
  }
  const scheme = schemeOf(text);
  if (scheme === '') {
    const message = `Parameter 'url' must be a whole link with its scheme. ${got}`;
    return { message, hint: 'For a web page write https:// before it.' };
  }
  if (refusedSchemes.includes(scheme)) {
    const message = `open_link does not open ${scheme}: links. ${got}`;
    return {
      message,
      hint: 'Give a web link or an app link; to open an app by name, use open_app.',
    };
  }
  if (/^https?$/.test(scheme) && !/^https?:\/\/[^/?#]/i.test(text)) {
    const message = `Parameter 'url' must name a host after ${scheme}://. ${got}`;
    return { message, hint: 'For example: https://example.com/page.' };
  }
  return undefined;
}

const packagePattern = /^[A-Za-z]\w*(?:\.\w+)+$/;

const packageParameter = z.string().refine((text) => packagePattern.test(text), {
  error: ({ input }) =>
    `Parameter 'package_name' must be a package such as com.example.app. Got: '${textForMessage(input)}'`,
});

/**
 * The categories of a link tapped in a browser: only activities that apps open to web pages match.
 * A link needs both categories to be resolved as it will be opened
 * (DomainVerificationUtils.isDomainVerificationIntent).
 */
const linkCategories = ['android.intent.category.DEFAULT', 'android.intent.category.BROWSABLE'];

/** Opens a link in the app that takes it. */
export const openLink = defineTool({
  name: 'open_link',
  title: 'Open link',
  words: {
    wantsTo: ['open *{url}*', 'open a link'],
    anywhere: true,
    synonyms: 'url web browser deep',
  },
  description:
    'Opens a link in the app that handles it (https: the browser or the app of that site; tel:, mailto:, geo: and the like) and says which app is then in the foreground. Unless it is http or https, the user is asked first, and the call waits for the answer.',
  input: z.strictObject({
    url: z.string().transform((text, context): string => {
      const problem = linkProblem(text);
      if (problem === undefined) return schemeOf(text) + text.slice(text.indexOf(':'));
      const { message, hint } = problem;
      context.addIssue({ code: 'custom', message, params: { [hintParam]: hint } });
      return z.NEVER;
    }),
    package_name: packageParameter.optional().describe('The app to open it in.'),
    ...observe,
  }),
  effect: 'act',
  risk: ({ url }) =>
    /^https?:/.test(url)
      ? null
      : 'The app that opens it may place a call, send a message or do something else with it.',
  async execute(phone, { url, package_name: packageName = null }, reply, signal) {
    const before = await readFrontBeforeStart(phone, signal);
    const { receiver } = await phone.sendIntent(
      {
        ...emptyIntent,
        action: 'android.intent.action.VIEW',
        data: url,
        categories: linkCategories,
        packageName,
      },
      signal,
    );
    const front = await waitForFrontApp(phone, { receiver, before }, reply, signal);
    const done = front.isQuestion ? 'URI sent' : 'URI opened successfully';
    reply.text(`${done}: ${url}\n${front.text}`);
  },
});

/** A part of an intent that is printed when it is sent, so without spaces or line ends. */
function intentPart(name: string, pattern: RegExp, rule: string) {
  return z.string().refine((text) => text.length <= maxLinkLength && pattern.test(text), {
    error: ({ input }) => `Parameter '${name}' must be ${rule}. Got: '${textForMessage(input)}'`,
  });
}

/** A JSON object. A record schema would say the same at greater length. */
function namedValues(name: string) {
  return z
    .unknown()
    .refine(isRecord, {
      error: `Parameter '${name}' must be an object`,
      params: { [typeIssueParam]: true },
      abort: true,
    })
    .meta({ type: 'object' })
    .transform((value) => (isRecord(value) ? value : z.NEVER));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const intentInput = z
  .strictObject({
    type: choice('type', intentTypes),
    action: intentPart(
      'action',
      /^[!-~]+$/,
      'an action such as android.intent.action.SEND',
    ).optional(),
    data: intentPart(
      'data',
      /^[^\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u,
      'a URI without spaces',
    ).optional(),
    mime_type: intentPart(
      'mime_type',
      /^[\w.+*-]+\/[\w.+*-]+$/,
      'a MIME type such as text/plain',
    ).optional(),
    component: intentPart('component', /^[A-Za-z][\w.]*\/[\w.$]+$/, 'package/class')
      .optional()
      .describe('package/class'),
    extras: namedValues('extras')
      .optional()
      .describe('Each value is a string, number, boolean or list of strings.'),
    extras_types: namedValues('extras_types')
      .optional()
      .describe(
        `Types of extras that JSON can't express, by the extra's name: ${extraTypes.join(', ')}.`,
      ),
    flags: wholeNumber('flags', { min: 0, max: 0xffffffff }).optional(),
    ...observe,
  })
  .superRefine((input, context) => {
    const { action, data, component } = input;
    if (action === undefined && data === undefined && component === undefined) {
      const message = "At least one of 'action', 'data' and 'component' must be given";
      context.addIssue({ code: 'custom', message, path: ['action'] });
    }
    try {
      parseExtras(input.extras, input.extras_types);
    } catch (thrown) {
      const { message } = toHandsetError(thrown);
      context.addIssue({ code: 'custom', message, path: ['extras'] });
    }
  });

/** Sends an intent: starts an activity or service, or sends a broadcast. */
export const sendIntent = defineTool({
  name: 'send_intent',
  title: 'Send intent',
  words: { wantsTo: ['send an intent'], anywhere: true },
  description:
    'Sends an Android intent, like the am command. After starting an activity, reports the foreground app. The user is asked first, and the call waits for the answer. For links use open_link.',
  input: intentInput,
  effect: 'act',
  onlyWithAllTools: true,
  risk: ({ type, action, component }) => {
    const what =
      action === undefined
        ? `${type === 'activity' ? 'an' : 'a'} ${type} intent`
        : textForMessage(action);
    const target = component === undefined ? 'any app that accepts it' : textForMessage(component);
    return `Sends ${what} to ${target}. That app may change, delete or send data.`;
  },
  async execute(phone, input, reply, signal) {
    const { type, action = null, data = null, component = null } = input;
    const before = type === 'activity' ? await readFrontBeforeStart(phone, signal) : null;
    const intent: Intent = {
      ...emptyIntent,
      type,
      action,
      data,
      component,
      mimeType: input.mime_type ?? null,
      extras: parseExtras(input.extras, input.extras_types),
      flags: input.flags ?? 0,
    };
    const { receiver, broadcastResult } = await phone.sendIntent(intent, signal);
    const sent = `Intent sent successfully: type=${type}, action=${action ?? 'none'}`;
    if (before === null) {
      reply.text(broadcastResult === null ? sent : `${sent}\n${broadcastNote(broadcastResult)}`);
      return;
    }
    const front = await waitForFrontApp(phone, { receiver, before }, reply, signal);
    reply.text(`${sent}\n${front.text}`);
  },
});

function broadcastNote(result: number): string {
  return `Broadcast completed: result=${result}. Android does not report whether an app received it.`;
}

/** UTF-16 units of all extras; the phone's shell takes a few thousand on old phones. */
const maxExtrasLength = 8_000;

/**
 * The extras of an intent from an agent's JSON, with the types given by name. Throws
 * `invalid-argument` for a value that does not fit its type.
 */
function parseExtras(
  values: Readonly<Record<string, unknown>> = {},
  types: Readonly<Record<string, unknown>> = {},
): readonly IntentExtra[] {
  const stray = Object.keys(types).find((name) => !Object.hasOwn(values, name));
  if (stray !== undefined)
    throw invalid(
      `Parameter 'extras_types' names '${textForMessage(stray)}', which is not an extra`,
    );
  const length = JSON.stringify(values).length;
  if (length > maxExtrasLength)
    throw invalid(
      `Parameter 'extras' must have at most ${maxExtrasLength} characters, got: ${length}`,
    );
  return Object.entries(values).map(([name, value]) => {
    checkText(name, name);
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    return parseExtra(name, value, type === undefined ? undefined : parseType(name, type));
  });
}

function parseType(name: string, type: unknown): ExtraType {
  const text = String(type).toLowerCase();
  const known = extraTypes.find((extraType) => extraType === text);
  if (known !== undefined) return known;
  throw invalid(
    `The type of extra '${textForMessage(name)}' must be one of: ${extraTypes.join(', ')}. Got: ${valueForMessage(type)}`,
  );
}

function parseExtra(name: string, value: unknown, type: ExtraType | undefined): IntentExtra {
  if (Array.isArray(value) && type === undefined) return parseList(name, value);
  const known = type ?? typeOf(value);
  switch (known) {
    case 'string':
      if (!isScalar(value)) throw mismatch(name, value, 'a string');
      return { name, type: known, value: checkText(name, String(value)) };
    case 'boolean':
      if (!/^(?:true|false)$/.test(String(value))) throw mismatch(name, value, 'true or false');
      return { name, type: known, value: String(value) === 'true' };
    case 'int':
      return { name, type: known, value: parseInteger(name, value, 32) };
    case 'long':
      return { name, type: known, value: parseInteger(name, value, 64) };
    case 'float':
    case 'double':
      return { name, type: known, value: parseNumber(name, value) };
    case undefined:
      throw mismatch(name, value, 'a string, number, boolean or list of strings');
    default:
      return known satisfies never;
  }
}

/** The type of a value whose type was not given; undefined for null, objects and nested lists. */
function typeOf(value: unknown): ExtraType | undefined {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'number') return undefined;
  if (!Number.isInteger(value)) return 'float';
  return value === (value | 0) ? 'int' : 'long';
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** `am` splits a list at commas, except after a backslash, and drops empty texts at its end. */
function parseList(name: string, list: readonly unknown[]): IntentExtra {
  const value = list.map((item) => {
    if (typeof item !== 'string') throw mismatch(name, list, 'a list of strings');
    return checkText(name, item);
  });
  if (value.some((text) => text.endsWith('\\')) || (value.at(-1) ?? '') === '') {
    throw mismatch(
      name,
      list,
      'a list whose strings do not end in a backslash, the last one not empty',
    );
  }
  return { name, type: 'strings', value };
}

/** Digits within the range of a Java integer. A text can hold more digits than a JSON number. */
function parseInteger(name: string, value: unknown, bits: 32 | 64): string {
  const isSafe = typeof value === 'string' || Number.isSafeInteger(value);
  const text = String(value);
  const isInteger = isSafe && /^-?(?:0|[1-9]\d{0,19})$/.test(text);
  if (isInteger && BigInt.asIntN(bits, BigInt(text)) === BigInt(text)) return text;
  throw mismatch(name, value, `an integer of ${bits} bits`);
}

function parseNumber(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  const isNumber =
    typeof text === 'string' && /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,3})?$/i.test(text);
  if (isNumber && Number.isFinite(Number(text))) return text;
  throw mismatch(name, value, 'a number');
}

function checkText(name: string, text: string): string {
  if (/[\0\p{Surrogate}]/u.test(text)) {
    throw invalid(
      `Extra '${textForMessage(name)}' must not contain a NUL character or half of a surrogate pair`,
    );
  }
  return text;
}

function mismatch(name: string, value: unknown, expected: string): HandsetError {
  return invalid(
    `Extra '${textForMessage(name)}' must be ${expected}, got: ${valueForMessage(value)}`,
  );
}

function invalid(message: string): HandsetError {
  return new HandsetError('invalid-argument', message);
}
