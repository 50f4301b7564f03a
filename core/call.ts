/**
 * A call of a tool: the worker makes it, and the page shows, stores, exports and imports it in this one
 * shape. Types come from the schemas, by which calls enter from files and from the browser's storage. Only
 * what reads those imports more than types, so that the first load of a page needs no schemas.
 */
import { decodeBase64 } from './text/base64.ts';
import * as z from 'zod/mini';
import type { CallOrigin } from './caller.ts';
import type { ErrorCode } from './errors.ts';
import { encodedSize, isTooLargePicture } from './picture-size.ts';

/** A JSON value. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The arguments of a call. */
export interface CallArguments {
  readonly [name: string]: Json;
}

/** How a call ended: `refused` by the user or a rule of theirs, `unanswered` if nobody answered the question about it, `stopped` by the user. */
export const callEnds = ['done', 'failed', 'refused', 'unanswered', 'stopped'] as const;
export type CallEnd = (typeof callEnds)[number];

/** The rules of the user that refuse calls: agents are paused; this agent is blocked; the tool is off, or not offered; looking, acting or risky calls are off; its token does not allow it. */
const refusingRules = [
  'paused',
  'agent',
  'tool',
  'tool-set',
  'look',
  'act',
  'risk',
  'token',
] as const;
export type RefusingRule = (typeof refusingRules)[number];

/** Deepest nesting of arguments; the tools' own are lists of lists of points. */
const maxDepth = 32;
/** UTF-16 units of a tool's or an agent's name in a file. */
const maxNameLength = 200;
/** Most fingers of a touch, and points of each. */
const maxPaths = 10;
const maxPoints = 100;

const nameSchema = z.string().check(z.maxLength(maxNameLength));
const pointSchema = z.object({ x: z.number(), y: z.number() });
const packageSchema = z.optional(z.string());
const sliderSchema = z.optional(z.literal(true));
const labelSchema = z.optional(nameSchema);
const mimeTypeSchema = z.enum(['image/png', 'image/jpeg']);
/** Set for a frame of the video while the screen was still changing: it may be up to a second older than what it stands for. */
const changingSchema = z.optional(z.boolean());

export const argumentsSchema = z.custom<CallArguments>(
  (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isTooDeep(value),
);

/** Whether arguments are nested deeper than any tool takes. Checks iteratively, level by level: later code recurses, and deep nesting would overflow its stack. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    level = level.flatMap((each): unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return level.length > 0;
}

/** A picture in memory and in the browser's storage. */
const pictureSchema = z.object({
  bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
  mimeType: mimeTypeSchema,
  isChanging: changingSchema,
});

/** An encoded picture. */
export type PictureData = Readonly<z.output<typeof pictureSchema>>;

/** A picture in a file. One that a browser could hardly decode is refused: a file may come from anybody. */
const writtenPictureSchema = z.pipe(
  z.object({ base64: z.string(), mimeType: mimeTypeSchema, isChanging: changingSchema }),
  z.transform(({ base64, ...facts }, context): PictureData => {
    const bytes = decodeBase64(base64);
    const size = bytes && encodedSize(bytes);
    if (bytes !== null && size !== null && !isTooLargePicture(size)) return { ...facts, bytes };
    context.issues.push({ code: 'custom', input: base64, message: 'no picture' });
    return z.NEVER;
  }),
);

/** Where a call touched the screen as it was before the call, or would have if it was refused; everything lies on the screen. */
const touchSchema = z.readonly(
  z.object({
    /** Logical size of the screen in its rotation, in device pixels: the coordinate space of all points. */
    size: z.object({
      width: z.number().check(z.positive()),
      height: z.number().check(z.positive()),
    }),
    /** One path per finger, in time order; empty if the call only typed. */
    paths: z
      .readonly(z.array(z.readonly(z.array(pointSchema).check(z.maxLength(maxPoints)))))
      .check(z.maxLength(maxPaths)),
    /** The visible part of the element at which the call was aimed; null for a place. */
    bounds: z.nullable(
      z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }),
    ),
    /** Of the foreground app; absent if it is not known. */
    packageName: packageSchema,
    /** Set if the element is a slider that set_text sets. */
    isSlider: sliderSchema,
    /** What the element is called on the screen; absent if it has no text. */
    label: labelSchema,
  }),
);

export type CallTouch = z.output<typeof touchSchema>;

/** How the wait for an element ended. */
const waitSchema = z.readonly(
  z.object({
    /** Whether what it waited for came true before its time ran out. */
    isMet: z.boolean(),
    elapsedMs: z.number(),
    /** Why it is not met, as far as the last screen shows; empty otherwise. */
    reason: z.string(),
    /** What the one element is called that matches, but is in the opposite state of the one waited for; absent if it is not so. */
    otherState: labelSchema,
  }),
);

export type WaitResult = z.output<typeof waitSchema>;

/** Whether a call was refused: by the user (true), by one of their rules, or because nobody answered. */
const refusalSchema = z.union([z.boolean(), z.enum(['unanswered', ...refusingRules])]);

export type Refusal = z.output<typeof refusalSchema>;

/** What tells how a call ended. */
export const endedSchema = z.object({
  tool: nameSchema,
  isError: z.boolean(),
  /** Set if the user or the agent policy refused the call, or nobody answered, which is no failure. */
  refused: z.optional(refusalSchema),
  /** Set if the user stopped the call, which is no failure. */
  stopped: z.optional(z.boolean()),
  /** How the wait ended, if it was one for an element. */
  wait: z.optional(waitSchema),
});

function callSchemaWith<Picture extends z.ZodMiniType<PictureData>>(picture: Picture) {
  return z.readonly(
    z.extend(endedSchema, {
      /** Rises from call to call, also over reloads of the page; begins at the time at which the worker started, in epoch milliseconds. */
      id: z.number().check(z.int()),
      /** The id of the call of which this one is a step; that call is recorded too, after its steps. */
      stepOf: z.optional(z.number()),
      /** The name in the agent's address or of its MessagePort; `local` without one; `you` for the user's own calls, `steps` for those of the steps that they run. */
      agent: nameSchema,
      from: z.enum(['person', 'bridge', 'page'] satisfies CallOrigin[]),
      effect: z.enum(['read', 'act']),
      /** Secrets in them are masked, except in what the caller itself gets. */
      arguments: argumentsSchema,
      startedAtEpochMs: z.number(),
      durationMs: z.number(),
      /** How much of that it waited for the user's answer; absent if they were not asked. */
      askedMs: z.optional(z.number()),
      /** What the user wrote to the agent when they refused it themselves, empty for nothing. */
      refusalNote: z.optional(z.string()),
      /** Why it failed, was refused or stopped. A file of a later version may have other codes. */
      errorCode: z.optional(z.custom<ErrorCode>((value) => typeof value === 'string')),
      /** The argument that the running tool refused because of what the phone reported. */
      refusedArgument: z.optional(z.readonly(z.array(z.union([z.string(), z.number()])))),
      /** Selectors of the elements that may have been meant, if its own matched none or several. */
      selectors: z.optional(z.readonly(z.array(z.string()))),
      /** The text the agent got, with secrets masked. */
      text: z.string(),
      /** The notes in it on how the call went. */
      notes: z.optional(z.readonly(z.array(z.string()))),
      pictures: z.readonly(z.array(picture)),
      /** The screen when the call began, as a picture of at most 540 pixels on the shorter side; null without a live picture. */
      before: z.nullable(picture),
      /** The idle screen after the call, or the screen when the next one began; null until it arrives, and without a live picture. */
      after: z.nullable(picture),
      /** Null if it touched nothing. */
      touch: z.nullable(touchSchema),
      /** How many of its pictures the page dropped to save memory. */
      droppedPictures: z._default(z.number(), 0),
      /** Whether there was a live video when it ended; absent if that is not known. */
      hadVideo: z.optional(z.boolean()),
      /** Set if the user ran a call again that was done. */
      isRepeat: z.optional(z.boolean()),
    }),
  );
}

/** A call in the browser's storage. */
export const callSchema = callSchemaWith(pictureSchema);
/** A call in a JSON export. */
export const writtenCallSchema = callSchemaWith(writtenPictureSchema);

/** A tool call of an agent or of the user that has ended. */
export type Call = z.output<typeof callSchema>;

/** What tells a screen from others, see `screenFacts` in core/screen. */
const screenFactsSchema = z.readonly(
  z.object({
    packageName: z.string(),
    activity: z.string(),
    title: z.string(),
    texts: z.readonly(z.array(z.string())),
    switches: z.readonly(z.array(z.readonly(z.object({ name: z.string(), isOn: z.boolean() })))),
  }),
);

export type ScreenFacts = z.output<typeof screenFactsSchema>;

function stepSchemaWith<Picture extends z.ZodMiniType<PictureData>>(picture: Picture) {
  return z.object({
    tool: nameSchema,
    arguments: argumentsSchema,
    /** How the recorded call ended. */
    recordedEnd: z.enum(callEnds),
    /** Whether it is run with the others. */
    chosen: z.boolean(),
    /** The screen after it when it was recorded; null without one. */
    screen: z._default(z.nullable(picture), null),
    /** What that screen showed; null if it was not read. */
    facts: z._default(z.nullable(screenFactsSchema), null),
    /** Where the recorded call touched first, in device pixels, and the app in front; null if it touched nothing. */
    touchedAt: z._default(
      z.nullable(
        z.readonly(
          z.object({
            x: z.number(),
            y: z.number(),
            packageName: packageSchema,
            isSlider: sliderSchema,
            label: labelSchema,
          }),
        ),
      ),
      null,
    ),
  });
}

/** A step of an edited list in the browser's storage, except its screen; `key` names it in its list, and always the same screen. */
export const storedStepSchema = z.extend(stepSchemaWith(pictureSchema), { key: z.number() });
/** The same in a JSON export. */
export const writtenStepSchema = z.readonly(stepSchemaWith(writtenPictureSchema));

/** A step of an edited list: a call to make, and what is known of the call that it was made of. */
export type Step = z.output<typeof writtenStepSchema>;

/** What a step calls. */
export type StepCall = Pick<Step, 'tool' | 'arguments'>;
