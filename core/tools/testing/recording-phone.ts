import type { z } from 'zod';
import type { HandsetError } from '../../errors.ts';
import type { Rect } from '../../geometry.ts';
import type { PlayedStroke } from '../../gestures/played.ts';
import type { LogReading, Phone, TouchArea } from '../../phone.ts';
import { parseHierarchy } from '../../screen/parse.ts';
import type { Screen } from '../../screen/screen.ts';
import { ShownElements, Snapshots } from '../../screen/snapshots.ts';
import { parseArguments } from '../shared/arguments.ts';
import { CallSecrets } from '../shared/secrets.ts';
import type { Json, Tool } from '../shared/tool.ts';

interface Answers {
  readonly touchArea: TouchArea;
  readonly xml: string;
  readonly keyboard: Rect;
  readonly clipboard: string | null;
  readonly played: readonly PlayedStroke[];
  readonly logs: LogReading;
  /** The error that every method rejects with. */
  readonly error: HandsetError;
}

/** One call of a phone method: its name and its arguments without the signal. */
export type Asked = readonly [method: string, ...given: unknown[]];

/** A phone that returns fixed answers and records the calls of its methods. */
export function recordingPhone(
  answers: Partial<Answers> = {},
): Phone & { readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  const done = <Value>(what: Asked, value: Value): Promise<Value> => {
    asked.push(what);
    return answers.error ? Promise.reject(answers.error) : Promise.resolve(value);
  };
  const size = { width: 1080, height: 2400 };
  const focus = { packageName: 'com.a', activity: '.A' };
  const bytes = new TextEncoder().encode(answers.xml ?? '<hierarchy rotation="0"/>');
  const reading = { focusBefore: focus, focusAfter: focus, settled: true };
  const noLines = { lines: [], truncated: false, packageRuns: true };
  const sent = { restoreClipboard: () => done(['restoreClipboard'], undefined) };
  const png = new Uint8Array();
  return {
    asked,
    serial: 'RECORDING',
    shown: new ShownElements(),
    readHierarchy: () => done(['readHierarchy'], { ...reading, hierarchy: parseHierarchy(bytes) }),
    readDisplay: () => done(['readDisplay'], { naturalSize: size, density: 420 }),
    readFocus: () => done(['readFocus'], focus),
    takeScreenshot: () => done(['takeScreenshot'], { png, size }),
    readAwake: () => done(['readAwake'], true),
    readLiveFrame: () => Promise.resolve(null),
    lumaOf: () => done(['lumaOf'], { source: 'screenshot', columns: 1, cells: new Uint8Array(2) }),
    stillForMs: () => null,
    readTouchArea: () => done(['readTouchArea'], answers.touchArea ?? { size, awake: true }),
    readKeyboard: () => done(['readKeyboard'], answers.keyboard ?? null),
    readLogs: (query) => done(['readLogs', query], answers.logs ?? noLines),
    performGesture: (gesture) => done(['performGesture', gesture], answers.played ?? []),
    pressKey: (key) => done(['pressKey', key], undefined),
    typeText: (text) => done(['typeText', text], sent),
    clearField: (units) => done(['clearField', units], undefined),
    moveCursorToEnd: () => done(['moveCursorToEnd'], undefined),
    openPanel: (panel) => done(['openPanel', panel], undefined),
    readClipboard: () => done(['readClipboard'], answers.clipboard ?? null),
    writeClipboard: (text) => done(['writeClipboard', text], undefined),
  };
}

/** A tool's answer. */
export interface Answer {
  readonly texts: readonly string[];
  readonly data?: { readonly [key: string]: Json };
}

/** Runs a tool as the worker does: parses the arguments by its schema, then executes it. */
export async function call<Input extends z.ZodObject>(
  tool: Tool<Input>,
  given: unknown,
  phone: Phone,
): Promise<Answer> {
  const texts: string[] = [];
  let answered: Answer['data'];
  const reply = {
    text: (text: string) => void texts.push(text),
    data: (value: NonNullable<Answer['data']>) => void (answered = value),
    picture: () => undefined,
    progress: () => undefined,
    secrets: new CallSecrets(tool, given),
    screen: (_screen: Screen, text: string) => void texts.push(text),
    snapshots: new Snapshots(),
  };
  await tool.run(phone, parseArguments(tool, given), reply, new AbortController().signal);
  return answered === undefined ? { texts } : { texts, data: answered };
}

/** A refused call. */
export interface Refusal {
  readonly code: unknown;
  readonly message: unknown;
  /** The phone methods that were called before. */
  readonly asked: readonly Asked[];
}

/** The refusal of a call with these arguments; rejects when it is not refused. */
export async function refusal<Input extends z.ZodObject>(
  tool: Tool<Input>,
  given: unknown,
): Promise<Refusal> {
  const phone = recordingPhone();
  try {
    await call(tool, given, phone);
  } catch (error) {
    // An error of another type has no code and fails the comparison.
    const { code, message } = error as HandsetError;
    return { code, message, asked: phone.asked };
  }
  throw new Error(`${tool.name} took ${JSON.stringify(given)}`);
}

/** An `invalid-argument` refusal before any call of a phone method. */
export function refused(message: string): Refusal {
  return { code: 'invalid-argument', message, asked: [] };
}
