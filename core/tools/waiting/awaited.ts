import type { z } from 'zod';
import { HandsetError } from '../../errors.ts';
import { type SearchField, findElements } from '../../screen/find.ts';
import type { Element, Screen } from '../../screen/screen.ts';
import { indexScreen, matchSelector } from '../../selector/match.ts';
import { showSelector, tellNearest } from '../../selector/resolve.ts';
import type { Selector } from '../../selector/selector.ts';
import { aboutType, nonEmpty, searchField, selectorParameter } from '../parameters/common.ts';

/** What a wait is for. */
export interface Awaited {
  /** For messages: `by=text, value='Save'`. */
  readonly name: string;
  /** In document order, invisible ones too. */
  find(screen: Screen): readonly Element[];
  /** What resembles it on a screen that has none, as a sentence. */
  nearest(screen: Screen): string | undefined;
}

/** The parameters that say what is waited for. Go with the check `oneAwaited`. */
export const awaitedParameters = {
  by: searchField().optional(),
  value: nonEmpty('value').optional(),
  selector: selectorParameter('by and value').optional(),
};

interface Given {
  readonly by?: SearchField | undefined;
  readonly value?: string | undefined;
  readonly selector?: Selector | undefined;
}

/** For a schema's `check`: refuses a call without `by` and `value` or `selector`, and one with both. */
export function oneAwaited({ value: given, issues }: z.core.ParsePayload<Given>): void {
  const wrong = whatIsWrong(given);
  if (wrong === undefined) return;
  const { message, parameter } = wrong;
  const params = { [aboutType]: true };
  issues.push({ code: 'custom', input: given, path: [parameter], message, params });
}

/** What is wrong, and the parameter that it is told of. */
function whatIsWrong({ by, value, selector }: Given) {
  if (selector === undefined) {
    if (by !== undefined && value !== undefined) return undefined;
    const parameter = by === undefined ? 'by' : 'value';
    return { parameter, message: `Missing required parameter: '${parameter}'` };
  }
  if (by === undefined && value === undefined) return undefined;
  const parameter = by === undefined ? 'value' : 'by';
  return { parameter, message: `Only one of '${parameter}' and 'selector' may be given, not both` };
}

/** What the call waits for. Throws `invalid-argument` where the check `oneAwaited` would have. */
export function awaitedOf(given: Given): Awaited {
  const { by, value, selector } = given;
  if (selector !== undefined) {
    return {
      name: `selector=${showSelector(selector)}`,
      find: (screen) => matchSelector(selector, indexScreen(screen)),
      nearest: (screen) => tellNearest(selector, indexScreen(screen)),
    };
  }
  if (by === undefined || value === undefined) {
    throw new HandsetError(
      'invalid-argument',
      whatIsWrong(given)?.message ?? 'Nothing to wait for',
    );
  }
  return {
    name: `by=${by}, value='${value}'`,
    find: ({ roots }) => findElements(roots, { by, value, exact: false }),
    nearest: () => undefined,
  };
}
