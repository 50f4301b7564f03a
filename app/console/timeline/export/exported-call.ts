import { callWords } from '#app/ui/call-words.ts';
import type { Json } from '#app/ui/json.ts';
import { Mask, MaskedCall, parameterNames } from '#app/ui/mask-secrets.ts';
import type { CallOrigin, CallTouch, Refusal } from '#core/link/call.ts';
import type { PictureData, ToolInfo } from '#core/link/messages.ts';
import { touchOn } from '../pictures/picture-size.ts';
import { type TimelineCall, screenAfter } from '../../calls/call-list.ts';

/** A call as it is exported: masked, unless secrets are included. */
export interface ExportedCall {
  readonly id: number;
  /** The id of the call of which it is a step; absent for any other call. */
  readonly stepOf?: number;
  readonly startedAtEpochMs: number;
  readonly durationMs: number;
  readonly askedMs?: number;
  readonly agent: string;
  readonly from: CallOrigin;
  readonly tool: string;
  /** Display title of the tool. */
  readonly title: string;
  /** Its arguments in short, in words. */
  readonly details: string;
  readonly effect: 'read' | 'act';
  readonly arguments: Json;
  readonly isError: boolean;
  /** Whether the user or their policy refused it, or nobody answered. */
  readonly refused: Refusal;
  /** What the user wrote when they refused it themselves; absent where they did not. */
  readonly refusalNote?: string;
  /** Whether the user stopped it. */
  readonly stopped: boolean;
  /** Set where the user ran a call again that was done. */
  readonly isRepeat?: true;
  readonly text: string;
  readonly pictures: readonly PictureData[];
  readonly before: PictureData | null;
  readonly after: PictureData | null;
  /** Where it touched the screen before; null where nowhere, and without pictures. */
  readonly touch: CallTouch | null;
  /** How many of its pictures the page no longer keeps. */
  readonly droppedPictures: number;
}

/** What to export, and how. */
export interface ExportSelection {
  /** In any order. */
  readonly calls: readonly TimelineCall[];
  /** Secrets of all calls, including calls that are not exported. */
  readonly secrets: readonly string[];
  readonly tools: readonly ToolInfo[];
  /** `Pixel 8 · Android 14`; null when no phone was connected. */
  readonly phone: string | null;
  readonly withSecrets: boolean;
  readonly withPictures: boolean;
}

/** The calls as they are exported, oldest first. */
export function exportedCalls({ calls, ...options }: ExportSelection): readonly ExportedCall[] {
  const { secrets, tools, withSecrets, withPictures } = options;
  const mask = new Mask(withSecrets ? [] : secrets, parameterNames(tools));
  const knownTools = new Set(tools.map(({ name }) => name));
  return [...calls]
    .sort((a, b) => a.id - b.id)
    .map((call) => {
      const masked = new MaskedCall(withSecrets ? { ...call, secrets: [] } : call, mask);
      const { id, stepOf, startedAtEpochMs, durationMs, from, effect } = call;
      const { isError, refused = false, refusalNote, stopped = false } = call;
      const tool = knownTools.has(call.tool) ? call.tool : mask.maskText(call.tool);
      const pictures = withPictures ? call.pictures : [];
      const touch = withPictures ? call.touch : undefined;
      return {
        id,
        startedAtEpochMs,
        durationMs,
        from,
        effect,
        isError,
        refused,
        stopped,
        tool,
        ...(stepOf !== undefined && { stepOf }),
        ...(call.askedMs !== undefined && { askedMs: call.askedMs }),
        ...(call.isRepeat && { isRepeat: true }),
        ...(refusalNote !== undefined && { refusalNote: mask.maskText(refusalNote) }),
        agent: mask.maskText(call.agent),
        ...callWords(tools, tool, masked.arguments),
        arguments: masked.arguments,
        text: masked.text,
        pictures,
        before: withPictures ? call.before : null,
        after: withPictures ? screenAfter(call) : null,
        touch: (call.before === null ? touch : touchOn(call.before, touch)) ?? null,
        droppedPictures: withPictures ? call.droppedPictures : 0,
      };
    });
}
