import * as z from 'zod/mini';
import { parseJson } from '#app/ui/json.ts';
import { type Call, type Step, writtenCallSchema, writtenStepSchema } from '#core/call.ts';
import { upgradeCall } from './older-calls.ts';
import { maxSteps } from './step.ts';

/** The session in a JSON export of a timeline. */
export interface ImportedSession {
  /** Newest first. */
  readonly calls: readonly Call[];
  /** The edited steps; empty if there are none. */
  readonly steps: readonly Step[];
  readonly phone: string;
}

/** A session, or what is wrong with the file; `at` counts calls or steps from 1. */
type ParsedSession =
  | ImportedSession
  | { readonly fault: 'not-json' | 'not-timeline' | 'empty' | 'too-many' }
  | { readonly fault: 'not-call' | 'not-step-of' | 'not-step'; readonly at: number };

/** Most calls in a file. */
const maxFileCalls = 5_000;
/** Longest name of a phone, in UTF-16 code units. */
const maxNameLength = 200;

/** Version 1 had other names for the start of a call and its wait; steps of version 2 had the pause before them. */
const fileSchema = z.object({
  format: z.literal('handset-timeline'),
  version: z.literal([1, 2, 3]),
  phone: z.catch(z.string(), ''),
  calls: z.array(z.unknown()),
  steps: z._default(z.array(z.unknown()), []),
});

/** Parses a JSON export of a timeline. The file may come from anybody: every member is checked. */
export function parseSession(text: string): ParsedSession {
  const value = parseJson(text);
  if (value === undefined) return { fault: 'not-json' };
  const { data: file } = fileSchema.safeParse(value);
  if (file === undefined) return { fault: 'not-timeline' };
  if (file.calls.length === 0) return { fault: 'empty' };
  if (file.calls.length > maxFileCalls || file.steps.length > maxSteps)
    return { fault: 'too-many' };
  const calls = new Map<number, Call>();
  for (const [index, entry] of file.calls.entries()) {
    const { data: call } = writtenCallSchema.safeParse(upgradeCall(entry));
    if (call === undefined || calls.has(call.id)) return { fault: 'not-call', at: index + 1 };
    calls.set(call.id, call);
  }
  // The call of a step must not be a step itself. It may be missing if only some calls were exported.
  const nested = [...calls.values()].findIndex(
    ({ stepOf }) => stepOf !== undefined && calls.get(stepOf)?.stepOf !== undefined,
  );
  if (nested >= 0) return { fault: 'not-step-of', at: nested + 1 };
  const steps: Step[] = [];
  for (const [index, entry] of file.steps.entries()) {
    const { data: step } = writtenStepSchema.safeParse(entry);
    if (step === undefined) return { fault: 'not-step', at: index + 1 };
    steps.push(step);
  }
  return {
    calls: [...calls.values()].sort((a, b) => b.id - a.id),
    steps,
    phone: file.phone.slice(0, maxNameLength),
  };
}
