import { z } from 'zod';
import { createMarks, createRefMarks, textAreas } from '../annotate/marks.ts';
import { HandsetError, toHandsetError } from '../errors.ts';
import { fitLines } from '../format/limits.ts';
import { tsvCell } from '../format/quote.ts';
import { formatScreenHead, formatScreenState } from '../format/screen-state.ts';
import { formatSummary } from '../format/summary.ts';
import { formatCompactTree, formatTree } from '../format/tree.ts';
import { intersect, isEmpty, rectOfSize, type Rect } from '../geometry.ts';
import type { Phone, ScreenPicture } from '../phone/phone.ts';
import { type Element, type Screen, walk } from '../screen/screen.ts';
import type { ElementNamer, Snapshot, Snapshots } from '../screen/snapshots.ts';
import { summarize } from '../screen/summary/summary.ts';
import { nonEmpty, screenArea, wholeNumber, type ScreenArea } from './shared/parameters.ts';
import { findElement } from './shared/find-element.ts';
import {
  liveLuma,
  lumaForDiff,
  closeFrame,
  type PictureWithoutScreen,
  type ScreenWithPicture,
  readScreen,
  readScreenAndPicture,
} from './shared/read-screen.ts';
import { replyWithDiff } from './shared/show-screen.ts';
import { type ReplyPicture, type ToolReply, defineTool } from './shared/tool.ts';

const screenStateInput = z
  .strictObject({
    include_screenshot: z
      .boolean()
      .default(false)
      .describe("Also returns a screenshot (JPEG). Slower; use it when the list isn't enough."),
    annotate: z
      .boolean()
      .default(true)
      .describe('Draws a box and the id (without node_) on the screenshot for each element.'),
    max_size: wholeNumber('max_size', { min: 50, max: 4096 })
      .optional()
      .describe("Longest side in pixels. Default 700, at most the phone's own."),
    crop: screenArea('crop')
      .optional()
      .describe(
        'Crops the screenshot to this part: element id, selector, or left,top,right,bottom.',
      ),
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
  words: {
    wantsTo: ['read the screen'],
    anywhere: true,
    synonyms: 'look screenshot picture image dump ui',
    isSuggested: true,
  },
  description:
    'Reads the current screen: the foreground app, the screen size and a TSV list of the elements that matter (id, class, text, description, resource id, bounds in device pixels, flags).',
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
    const hint =
      `${error.hint ?? ''} include_screenshot=true shows the screen in the meantime.`.trim();
    throw new HandsetError(error.code, error.message, { hint, cause: error });
  }
}

async function replyWithScreenAndPicture(
  phone: Phone,
  input: PictureInput,
  { reply, signal }: { readonly reply: ToolReply; readonly signal: AbortSignal },
): Promise<void> {
  const { annotate, crop: area, max_size: maxSize } = input;
  const draw = (screen: Screen): DrawnScreen => {
    const crop = area && cropOf(phone, screen, area);
    const marks = annotate ? createMarks(screen, crop) : [];
    return { text: formatScreenState(screen), picture: { marks, crop, maxSize } };
  };
  const minSide = area ? Infinity : (maxSize ?? 0);
  await replyWithBoth(phone, draw, { reply, signal, input, minSide });
}

/** A screen as text, and what to draw on its picture. */
interface DrawnScreen {
  readonly text: string;
  readonly picture: Omit<ReplyPicture, 'picture' | 'screenSize'>;
}

interface BothOptions {
  readonly reply: ToolReply;
  readonly signal: AbortSignal;
  /** For a picture without elements. */
  readonly input: Partial<PictureInput>;
  /** As of `readScreenAndPicture`. */
  readonly minSide: number;
}

/** Replies with the text and the picture, or with the one and the reason why the other is missing. */
async function replyWithBoth(
  phone: Phone,
  draw: (screen: Screen) => DrawnScreen,
  { reply, signal, input, minSide }: BothOptions,
): Promise<void> {
  const prepare = async ({ screen, picture }: ScreenWithPicture) => {
    const drawn = closeIfThrows(picture, () => draw(screen));
    const luma = lumaForDiff(phone, screen, picture);
    // Painting closes a frame.
    if ('image' in picture) await luma;
    reply.picture({ ...drawn.picture, picture, screenSize: screen.size });
    return { ...drawn, luma };
  };
  const reading = await readScreenAndPicture(phone, signal, { minSide, prepare });
  if ('screenError' in reading) {
    replyWithPictureOnly(reading, input, reply);
    return;
  }
  if ('pictureError' in reading) {
    // The first of two may have been handed in.
    reply.picture(null);
    reply.screen(reading.screen, draw(reading.screen).text);
    reply.note(`no screenshot: ${tsvCell(reading.pictureError.fullText)}`);
    return;
  }
  const { screen, prepared, mismatchReason } = reading;
  reply.screen(screen, prepared.text, await prepared.luma);
  if (mismatchReason !== null) {
    reply.note(
      `the screenshot may be from a different moment than the list: ${tsvCell(mismatchReason)}. Call again before you act on it`,
    );
  }
  if (prepared.picture.crop) reply.note(cropNote(prepared.picture.crop));
}

/** The result of `work`; closes the picture when it throws, since no reply takes it then. */
function closeIfThrows<Result>(picture: ScreenPicture, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    closeFrame(picture);
    throw thrown;
  }
}

/** For tools whose text names elements by refs. */
const includeScreenshot = z
  .boolean()
  .default(false)
  .describe('Also returns a screenshot on which the listed elements have their refs.');

/**
 * Replies with a text that names elements by refs, on request with a picture whose marks are the refs
 * in that text and no others.
 */
async function replyWithRefs(
  phone: Phone,
  format: (screen: Screen, refOf: ElementNamer) => string,
  { reply, signal, hasPicture }: RefReplyOptions,
): Promise<void> {
  const refs = new Map<string, Element>();
  const formatScreen = (screen: Screen): string => {
    // A text without refs must not count as a screen that has some.
    let refOf: ElementNamer | undefined;
    return format(screen, (element) => {
      refOf ??= phone.shown.refsOnShown(screen);
      const ref = refOf(element);
      refs.set(ref, element);
      return ref;
    });
  };
  if (!hasPicture) {
    const screen = await readScreen(phone, signal);
    const text = formatScreen(screen);
    reply.screen(screen, text, await liveLuma(phone, screen, signal));
    return;
  }
  const draw = (screen: Screen): DrawnScreen => {
    const text = formatScreen(screen);
    // Lines that did not fit were dropped from the text.
    const listed = new Set(text.split(/\s+/));
    const shown = [...refs].filter(([ref]) => listed.has(ref));
    return { text, picture: { marks: createRefMarks(screen, shown), texts: textAreas(screen) } };
  };
  await replyWithBoth(phone, draw, { reply, signal, input: {}, minSide: 0 });
}

interface RefReplyOptions {
  readonly reply: ToolReply;
  readonly signal: AbortSignal;
  readonly hasPicture: boolean;
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
    'rect' in area ? {} : { hint: 'Scroll to it with scroll_to_element first.' },
  );
}

function rectText({ left, top, right, bottom }: Rect): string {
  return [left, top, right, bottom].join(',');
}

function cropNote(crop: Rect): string {
  return `the screenshot shows ${rectText(crop)} of the screen`;
}

/** Replies with the picture alone: the reason first, then what is known. */
function replyWithPictureOnly(
  reading: PictureWithoutScreen,
  { crop: area, max_size: maxSize }: Partial<PictureInput>,
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
    `note:there is no element list this time, only the screenshot; it shows ${shown ? `${rectText(shown)} of the screen` : 'the whole screen'}`,
    ...formatScreenHead({ focus, size, density: display.density }),
  ];
  reply.text(lines.join('\n'));
  reply.picture({ picture, screenSize: size, marks: [], crop: shown, maxSize });
}

/** Reads the screen as a hierarchy. */
export const getScreenTree = defineTool({
  name: 'get_screen_tree',
  title: 'Get screen tree',
  words: {
    wantsTo: ['read the screen'],
    anywhere: true,
    synonyms: 'hierarchy structure elements xml dump ui uiautomator',
  },
  description:
    'Reads the screen as a hierarchy: index path, class, text, @resource_name and {flags} of each element. compact gives the cheapest full view: each element with text or an action, with a ref such as e7 that every element_id takes.',
  input: z
    .strictObject({
      compact: z
        .boolean()
        .default(false)
        .describe(
          'Leaves out layout elements and puts the text of a tappable row on its line. Keys, days of a calendar, nameless elements and those off the screen share lines.',
        ),
      verbose: z
        .boolean()
        .default(false)
        .describe('Adds bounds, and gives each element of the compact tree a line.'),
      root: nonEmpty('root')
        .optional()
        .describe('Ref, id or index path (such as 0.1.2) of the element to start at.'),
      include_screenshot: includeScreenshot,
    })
    .refine(({ compact, include_screenshot: hasPicture }) => compact || !hasPicture, {
      error: "Parameter 'include_screenshot' needs compact=true: the screenshot shows its refs",
      path: ['include_screenshot'],
    }),
  effect: 'read',
  async execute(phone, input, reply, signal) {
    const { compact, verbose, root: rootName, include_screenshot: hasPicture } = input;
    const rootOf = (screen: Screen): Element | undefined =>
      rootName === undefined ? undefined : findRoot(phone, screen, rootName);
    const format = (screen: Screen, refOf: ElementNamer): string => {
      const options = { verbose, root: rootOf(screen) };
      const text = compact
        ? formatCompactTree(screen, refOf, options)
        : formatTree(screen, options);
      return fitLines(text, cutTreeAdvice(compact));
    };
    await replyWithRefs(phone, format, { reply, signal, hasPicture });
  },
});

/** How many paths an error lists. */
const maxNamed = 10;

/** The element at an index path, or with an id or ref. Throws `element-not-found`. */
function findRoot(phone: Phone, screen: Screen, root: string): Element {
  if (!/^[\d.]+$/.test(root)) return findElement(phone, screen, { id: root });
  let nearest: Element | undefined;
  for (const element of walk(screen.roots)) {
    if (element.path === root) return element;
    if (root.startsWith(`${element.path}.`)) nearest = element;
  }
  const hint = nearest
    ? `The path is valid only up to ${nearest.path}, ${describeChildren(nearest)}.`
    : 'Use a path of the current screen; paths begin at 0.';
  throw new HandsetError('element-not-found', `Element '${root}' not found.`, { hint });
}

function describeChildren({ children }: Element): string {
  if (children.length === 0) return 'which has no children';
  const paths = children.slice(0, maxNamed).map(({ path }) => path);
  const are = children.length === 1 ? 'only child is' : 'children are';
  return `whose ${are} ${paths.join(', ')}${children.length > maxNamed ? ', …' : ''}`;
}

/** The advice that ends a cut tree. */
function cutTreeAdvice(compact: boolean): string {
  const shorter = compact ? '' : ', compact true is shorter';
  return `root shows a part, from an index path above on${shorter}; find_elements and query_elements look further`;
}

/** Summarizes the screen in a few lines. */
export const summarizeScreen = defineTool({
  name: 'summarize_screen',
  title: 'Summarize screen',
  words: {
    wantsTo: ['summarize the screen'],
    anywhere: true,
    synonyms: 'which app is open current foreground activity',
    isSuggested: true,
  },
  description:
    'Summarizes the screen in a few lines: the app, what kind of screen it is, what covers it (dialog, keyboard), key text, and what can be acted on, each with a ref such as e7 that every element_id takes.',
  input: z.strictObject({ include_screenshot: includeScreenshot }),
  effect: 'read',
  async execute(phone, { include_screenshot: hasPicture }, reply, signal) {
    const format = (screen: Screen, refOf: ElementNamer): string =>
      formatSummary(summarize(screen), refOf);
    await replyWithRefs(phone, format, { reply, signal, hasPicture });
  },
});

/** Reports what changed on the screen. */
export const diffScreen = defineTool({
  name: 'diff_screen',
  title: 'List screen changes',
  words: { wantsTo: ['see what changed on the screen'], anywhere: true, synonyms: 'before after' },
  description:
    'Lists what changed on the screen since a snapshot: + new, - gone, ~ changed, each with its ref; moves are summed up. If no element changed, it says whether the screenshot did. For a different screen it returns the compact tree if that is shorter. Acting tools return the same with observe=diff.',
  input: z.strictObject({
    since: nonEmpty('since')
      .optional()
      .describe('The id from a line snapshot:<id>; by default, the last screen you were shown.'),
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
