import { z } from 'zod';
import { fitLines, prefixThatFits, fitData, truncateField } from '../format/limits.ts';
import { tsvCell } from '../format/quote.ts';
import { simpleClassName, type Element, type Screen } from '../screen/screen.ts';
import { elementsMatching as find } from '../screen/find.ts';
import { type ScreenIndex, indexScreen, matchSelector } from '../selector/match.ts';
import { nearestMisses } from '../selector/resolve.ts';
import { bestSelector, rankSelectors as suggest } from '../selector/suggest.ts';
import {
  findByIdUnlessStale,
  elementData,
  elementSchema,
  findElement,
  stateData,
} from './shared/find-element.ts';
import {
  offset,
  nonEmpty,
  searchField,
  wholeNumber,
  selectorText,
  exactlyOneTarget,
  targetOf,
  targetParameters,
} from './shared/parameters.ts';
import { readScreen } from './shared/read-screen.ts';
import { defineTool, type JsonValue } from './shared/tool.ts';
import { mapWithYields } from './shared/poll-until.ts';

/** Maximum number of ids per call; one answer has no room for more. */
const maxIds = 200;

const header = ['id', 'text', 'desc'].join('\t');

/** Reads texts and descriptions in full. */
export const getElementDetails = defineTool({
  name: 'get_element_details',
  title: 'Get element details',
  words: { wantsTo: ['read the full text of elements'], anywhere: true },
  description:
    'Reads the full text and description of elements, as TSV, for those that get_screen_state shows as `...truncated`. Ids no longer on the screen are reported as not_found.',
  input: z.strictObject({
    ids: z
      .array(z.string({ error: "Each element in 'ids' must be a string" }), {
        // A missing one is reported like any other parameter.
        error: ({ input }) =>
          input === undefined ? undefined : "Parameter 'ids' must be an array of strings",
      })
      .min(1, { error: "Parameter 'ids' must not be empty" })
      .max(maxIds, {
        error: ({ input }) =>
          `Parameter 'ids' must have at most ${maxIds} ids, got: ${Array.isArray(input) ? input.length : 'more'}`,
      }),
    offset: offset(),
  }),
  effect: 'read',
  async execute(phone, { ids, offset: from }, reply, signal) {
    const screen = await readScreen(phone, signal);
    const row = (id: string): string => formatRow(id, findByIdUnlessStale(phone, screen, id), from);
    const rows = await mapWithYields(ids, row, signal);
    reply.text(fitLines([header, ...rows].join('\n'), 'ask for fewer ids at once'));
  },
});

/** Longest text, in characters, so that a row always fits. */
const maxText = 15_000;

function formatRow(id: string, element: Element | undefined, from: number): string {
  if (element === undefined) return [id, 'not_found', 'not_found'].map(tsvCell).join('\t');
  const textPart = (text: string): string => {
    const rest = text.slice(from);
    const shown = prefixThatFits(rest, maxText);
    if (shown === rest) return tsvCell(rest);
    return `${tsvCell(shown)}...truncated, ${rest.length - shown.length} more from offset ${from + shown.length}`;
  };
  return [tsvCell(id), textPart(element.text), textPart(element.description)].join('\t');
}

/** Lists the elements on the screen that match. */
export const findElements = defineTool({
  name: 'find_elements',
  title: 'Find elements',
  words: {
    wantsTo: ['look for *{target}*', 'look for elements'],
    anywhere: true,
    synonyms: 'search text button',
  },
  description:
    'Finds the elements on the screen whose text, description, full resource id or full class name matches, also those that get_screen_state leaves out. If nothing matches, the list is empty.',
  input: z.strictObject({
    by: searchField(),
    value: nonEmpty('value'),
    exact_match: z
      .boolean()
      .default(false)
      .describe(
        'true: matches the whole field, case-sensitive. false: matches part of it, ignoring case.',
      ),
    limit: wholeNumber('limit', { min: 1, max: 200 }).prefault(200),
  }),
  output: z.strictObject({
    elements: z.array(elementSchema),
    total: z.number().optional().describe('Number of matches; set only if not all are listed.'),
  }),
  effect: 'read',
  async execute(phone, { by, value, exact_match: exact, limit }, reply, signal) {
    const screen = await readScreen(phone, signal);
    const matches = find(screen.roots, { by, value, exact });
    const listed = matches.slice(0, limit);
    const elements = fitData(listed.map((element) => elementData(element, screen)));
    phone.shown.remember(screen, listed.slice(0, elements.length));
    const isWhole = elements.length === matches.length;
    reply.data(isWhole ? { elements } : { elements, total: matches.length });
  },
});

const matchSchema = z
  .looseObject({ id: z.string(), path: z.string(), selector: z.string() })
  .describe(
    'Each also has className, text, description and states; its selector matches this element alone.',
  );

/** Lists what a selector matches. */
export const queryElements = defineTool({
  name: 'query_elements',
  title: 'Query elements',
  words: { wantsTo: ['look for *{element}*', 'look for elements'], anywhere: true },
  description:
    'Tries a selector: lists the elements on the screen that it matches, each with id, index path and its own selector, or, if none matches, the most similar ones.',
  input: z.strictObject({
    selector: selectorText().describe(
      'For example @btn_ok, Button:text("OK"), @list > [clickable], Switch:near("Wi-Fi").',
    ),
    limit: wholeNumber('limit', { min: 1, max: 200 }).prefault(20),
  }),
  output: z.strictObject({
    count: z.number().describe('Number of matches.'),
    matches: z.array(matchSchema),
    warning: z.string().optional().describe('Set unless exactly one matches.'),
    nearest: z.array(matchSchema).optional().describe('Set only if nothing matches.'),
  }),
  effect: 'read',
  async execute(phone, { selector, limit }, reply, signal) {
    const screen = await readScreen(phone, signal);
    const index = indexScreen(screen);
    const matches = matchSelector(selector, index);
    const matchesData = async (elements: readonly Element[]) =>
      fitData(
        await mapWithYields(elements, (element) => matchData(element, screen, index), signal),
      );
    const listed = await matchesData(matches.slice(0, limit));
    const nearest =
      matches.length > 0 ? [] : nearestMisses(selector, index).map(({ element }) => element);
    phone.shown.remember(screen, [...matches.slice(0, listed.length), ...nearest]);
    reply.data({
      count: matches.length,
      matches: listed,
      ...matchWarning(matches.length, listed.length),
      ...(matches.length === 0 && { nearest: await matchesData(nearest) }),
    });
  },
});

/** Warns if an acting tool would refuse this selector. */
function matchWarning(count: number, listed: number): { readonly warning?: string } {
  if (count === 1) return {};
  if (count === 0) return { warning: 'Nothing on this screen matches.' };
  const rest =
    listed < count
      ? ` The first ${listed} are listed; raise limit or narrow the selector to see the rest.`
      : '';
  return { warning: `${count} elements match; to act on one, use its own selector or id.${rest}` };
}

function matchData(
  element: Element,
  screen: Screen,
  index: ScreenIndex,
): { readonly [key: string]: JsonValue } {
  const { id, path, className, text, description } = element;
  return {
    id,
    path,
    className: simpleClassName(className),
    text: truncateField(text) || null,
    description: truncateField(description) || null,
    selector: bestSelector(element, index).selector,
    ...stateData(element, screen),
  };
}

/** Suggests selectors for an element. */
export const suggestSelectors = defineTool({
  name: 'suggest_selectors',
  title: 'Suggest selectors',
  words: {
    wantsTo: ['get selectors for *{element}*', 'get selectors for an element'],
    anywhere: true,
  },
  description:
    'Suggests selectors that match only this element, the most stable first, each with what would break it. Use them instead of ids, which change when anything moves.',
  input: z.strictObject(targetParameters).check(exactlyOneTarget),
  output: z.strictObject({
    suggestions: z.array(
      z.strictObject({
        selector: z.string(),
        kind: z.string(),
        reason: z.string(),
        matches: z.number(),
      }),
    ),
  }),
  effect: 'read',
  async execute(phone, input, reply, signal) {
    const screen = await readScreen(phone, signal);
    const element = findElement(phone, screen, targetOf(input));
    reply.data({
      suggestions: suggest(element, indexScreen(screen)).map((suggestion) => ({ ...suggestion })),
    });
  },
});
