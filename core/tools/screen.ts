import { z } from 'zod';
import { createMarks } from '../annotate/marks.ts';
import { HandsetError, toHandsetError } from '../errors.ts';
import { fitLines } from '../format/limits.ts';
import { tsvCell } from '../format/quote.ts';
import { formatScreenHead, formatScreenState } from '../format/screen-state.ts';
import { formatSummary } from '../format/summary.ts';
import { formatTree } from '../format/tree.ts';
import { intersect, isEmpty, rectOfSize, type Rect } from '../geometry.ts';
import type { Phone } from '../phone.ts';
import type { Element, Screen } from '../screen/screen.ts';
import type { Snapshot, Snapshots } from '../screen/snapshots.ts';
import { summarize } from '../screen/summary/summary.ts';
import { type ScreenIndex, indexScreen } from '../selector/match.ts';
import { type SuggestionKind, bestSelector, suggestionKinds } from '../selector/suggest.ts';
import { nonEmpty, screenArea, wholeNumber, type ScreenArea } from './shared/parameters.ts';
import { findElement } from './shared/find-element.ts';
import {
  liveLuma,
  lumaForDiff,
  type PictureWithoutScreen,
  readScreen,
  readScreenAndPicture,
} from './shared/read-screen.ts';
import { replyWithDiff } from './shared/show-screen.ts';
import { type ToolReply, defineTool } from './shared/tool.ts';
import { mapWithYields } from './shared/poll-until.ts';

const screenStateInput = z
  .strictObject({
    include_screenshot: z
      .boolean()
      .default(false)
      .describe(
        'Also return a picture of the screen (JPEG). Ask only when the list is not enough: it takes longer.',
      ),
    annotate: z
      .boolean()
      .default(true)
      .describe('Draw a box and the id (without node_) on the picture for every listed element.'),
    max_size: wholeNumber('max_size', { min: 50, max: 4096 })
      .optional()
      .describe("Longest side of the picture in pixels (700), up to the phone's own."),
    crop: screenArea('crop')
      .optional()
      .describe('Picture of this part only: element id, selector, or left,top,right,bottom.'),
  })
  .superRefine((input, context) => {
    if (input.include_screenshot) return;
    for (const name of ['max_size', 'crop'] as const) {
      if (input[name] === undefined) continue;
      const message = `Parameter '${name}' needs include_screenshot=true`;
      context.addIssue({ code: 'custom', message, path: [name] });
    }
  });

type PictureInput = z.infer<typeof screenStateInput>;

/** Reads the screen as text, and as a picture on request. */
export const getScreenState = defineTool({
  name: 'get_screen_state',
  title: 'Get screen state',
  description:
    'Reads the current screen: the app in front, the screen size and a TSV list of the elements that matter (id, class, text, description, resource id, bounds in device pixels, flags).',
  input: screenStateInput,
  effect: 'read',
  async execute(phone, input, reply, signal) {
    if (input.include_screenshot) await replyWithScreenAndPicture(phone, input, { reply, signal });
    else {
      const screen = await readElements(phone, signal);
      reply.screen(screen, formatScreenState(screen), await liveLuma(phone, screen, signal));
    }
  },
});

async function readElements(phone: Phone, signal: AbortSignal): ReturnType<typeof readScreen> {
  try {
    return await readScreen(phone, signal);
  } catch (thrown) {
    const error = toHandsetError(thrown);
    if (error.code !== 'dump-failed' && error.code !== 'bad-hierarchy') throw error;
    const hint = `${error.hint ?? ''} include_screenshot=true shows the screen meanwhile.`.trim();
    throw new HandsetError(error.code, error.message, { hint, cause: error });
  }
}

async function replyWithScreenAndPicture(
  phone: Phone,
  input: PictureInput,
  { reply, signal }: { readonly reply: ToolReply; readonly signal: AbortSignal },
): Promise<void> {
  const { annotate, crop: area, max_size: maxSize } = input;
  const minSide = area ? Infinity : (maxSize ?? 0);
  const reading = await readScreenAndPicture(phone, signal, minSide);
  if ('screenError' in reading) {
    replyWithPictureOnly(reading, input, reply);
    return;
  }
  const { screen } = reading;
  const crop = area && cropOf(phone, screen, area);
  const luma = 'picture' in reading ? await lumaForDiff(phone, screen, reading.picture) : null;
  reply.screen(screen, formatScreenState(screen), luma);
  if ('pictureError' in reading) {
    reply.text(`note:no picture: ${tsvCell(reading.pictureError.fullText)}`);
    return;
  }
  if (reading.mismatchReason !== null) {
    reply.text(
      `note:the picture may show another moment than the list: ${tsvCell(reading.mismatchReason)}. Call again before you act on it`,
    );
  }
  const marks = annotate ? createMarks(screen, crop) : [];
  if (crop) reply.text(cropNote(crop));
  reply.picture({ picture: reading.picture, screenSize: screen.size, marks, crop, maxSize });
}

/**
 * The part of the area that is on the screen, in device pixels. Throws what `findElement`
 * throws, and `invalid-argument` for an area outside the screen.
 */
function cropOf(phone: Phone, screen: Screen, area: ScreenArea): Rect {
  const bounds = 'rect' in area ? area.rect : findElement(phone, screen, area).bounds;
  const crop = intersect(bounds, rectOfSize(screen.size));
  if (!isEmpty(crop)) return crop;
  const { width, height } = screen.size;
  const given = 'rect' in area ? rectText(area.rect) : 'an element outside it';
  throw new HandsetError(
    'invalid-argument',
    `Parameter 'crop' must be on the screen, which is ${width}x${height}. Got: ${given}`,
    'rect' in area ? {} : { hint: 'Bring it there with scroll_to_element first.' },
  );
}

function rectText({ left, top, right, bottom }: Rect): string {
  return [left, top, right, bottom].join(',');
}

function cropNote(crop: Rect): string {
  return `note:the picture shows ${rectText(crop)} of the screen`;
}

/** Replies with the picture alone: the reason first, then what is known. */
function replyWithPictureOnly(
  reading: PictureWithoutScreen,
  { crop: area, max_size: maxSize }: PictureInput,
  reply: ToolReply,
): void {
  const { picture, screenError, display, focus } = reading;
  const { width, height } = display.naturalSize;
  const isTurned = width > height !== picture.size.width > picture.size.height;
  const size = isTurned ? { width: height, height: width } : display.naturalSize;
  const crop = area && 'rect' in area ? intersect(area.rect, rectOfSize(size)) : undefined;
  const shown = crop && !isEmpty(crop) ? crop : undefined;
  const lines = [
    `note:${tsvCell(screenError.fullText)}`,
    `note:there is no element list this time, only the picture; it shows ${shown ? `${rectText(shown)} of the screen` : 'the whole screen'}`,
    ...formatScreenHead({ focus, size, density: display.density }),
  ];
  reply.text(lines.join('\n'));
  reply.picture({ picture, screenSize: size, marks: [], crop: shown, maxSize });
}

/** Reads the screen as a hierarchy. */
export const getScreenTree = defineTool({
  name: 'get_screen_tree',
  title: 'Get screen tree',
  description:
    'Reads the screen as a hierarchy: index path, class, text, @resource_name and {flags} of each element. compact gives the cheapest full picture: one line for whatever says or does something.',
  input: z.strictObject({
    compact: z
      .boolean()
      .default(false)
      .describe('Leaves out layout elements and puts texts on the row to tap.'),
    verbose: z.boolean().default(false).describe('Adds bounds.'),
    root: nonEmpty('root')
      .optional()
      .describe('Index path or id of the element to begin at, as in 0.1.2.'),
  }),
  effect: 'read',
  async execute(phone, { compact, verbose, root }, reply, signal) {
    const screen = await readScreen(phone, signal);
    const text = formatTree(screen, { compact, verbose, root });
    const luma = await liveLuma(phone, screen, signal);
    reply.screen(screen, fitLines(text, cutTreeAdvice(compact)), luma);
  },
});

/** The advice that ends a cut tree. */
function cutTreeAdvice(compact: boolean): string {
  const shorter = compact ? '' : ', compact true is shorter';
  return `root shows a part, from an index path above on${shorter}; find_elements and query_elements look further`;
}

/** Summarizes the screen in a few lines. */
export const summarizeScreen = defineTool({
  name: 'summarize_screen',
  title: 'Summarize screen',
  description:
    'Summarizes the screen in a few lines: the app, what kind of screen it is, what covers it (dialog, keyboard), key texts, and what can be acted on with a selector for each.',
  input: z.strictObject({}),
  effect: 'read',
  async execute(phone, _input, reply, signal) {
    const screen = await readScreen(phone, signal);
    const summary = summarize(screen);
    const index = indexScreen(screen);
    const selectors = new Map<string, string>();
    const selectorOf = (element: Element, tapTarget: Element): string => {
      const key = `${element.id} ${tapTarget.id}`;
      const selector = selectors.get(key) ?? mostLastingSelector([element, tapTarget], index);
      selectors.set(key, selector);
      return selector;
    };
    const first = summary.actions.slice(0, maxPrecomputed);
    await mapWithYields(first, ({ element, tapTarget }) => selectorOf(element, tapTarget), signal);
    const text = formatSummary(summary, { selectorOf });
    reply.screen(screen, text, await liveLuma(phone, screen, signal));
  },
});

/** How many actions get their selectors in advance, with pauses for other work; a summary seldom has room for more. */
const maxPrecomputed = 150;

/** The most stable selector of any of these elements. */
function mostLastingSelector(elements: readonly Element[], index: ScreenIndex): string {
  const rank = (kind: SuggestionKind): number => suggestionKinds.indexOf(kind);
  const [first] = elements
    .map((element) => bestSelector(element, index))
    .sort((a, b) => rank(a.kind) - rank(b.kind) || a.selector.length - b.selector.length);
  return first?.selector ?? '';
}

/** Reports what changed on the screen. */
export const diffScreen = defineTool({
  name: 'diff_screen',
  title: 'Diff screen',
  description:
    'Lists what changed on the screen since a snapshot, in a few lines: + new, - gone, ~ changed, = the same element under a new id, ! an old id that means another element now; what moved is summed up. One line when no element changed, with what is known of the picture; the compact tree of another, long screen. observe=diff of acting tools tells the same.',
  input: z.strictObject({
    since: nonEmpty('since')
      .optional()
      .describe('From a line snapshot:<id>; else the last screen you were shown.'),
  }),
  effect: 'read',
  async execute(phone, { since }, reply, signal) {
    // Before reading the screen, so that a missing snapshot fails at once.
    const before = snapshotOf(reply.snapshots, since);
    const screen = await readScreen(phone, signal);
    const picture = before.luma && ({ luma: before.luma, since: 'snapshot' } as const);
    await replyWithDiff(phone, { screen, reply, since: { snapshot: before, picture } }, signal);
  },
});

function snapshotOf(snapshots: Snapshots, since: string | undefined): Snapshot {
  if (since !== undefined) return snapshots.get(since);
  if (snapshots.latest) return snapshots.latest;
  throw new HandsetError('invalid-argument', 'There is no screen to compare with yet.', {
    hint: 'Read the screen first, with get_screen_state or get_screen_tree.',
  });
}
