import { z } from 'zod';
import { HandsetError } from '../../errors.ts';
import type { Selector } from '../../selector/selector.ts';
import { aboutType, elementId, selectorParameter } from './common.ts';

/** How a call says which element it means. */
export type Target = { readonly id: string } | { readonly selector: Selector };

/** The parameters of a tool that needs an element. Goes with the check `exactlyOneTarget`. */
export const targetParameters = {
  element_id: elementId().optional(),
  selector: selectorParameter().optional(),
};

/** The parameters of a tool that takes the focused field otherwise. Goes with the check `atMostOneTarget`. */
export const fieldParameters = {
  element_id: z.string().optional().describe('Without it and selector: the focused field.'),
  selector: selectorParameter().optional(),
};

interface Given {
  readonly element_id?: string | undefined;
  readonly selector?: Selector | undefined;
}

const missing = "Missing required parameter: 'element_id' or 'selector'";

/** For a schema's `check`: refuses a call that names its element both ways, or not at all. */
export function exactlyOneTarget(payload: z.core.ParsePayload<Given>): void {
  const { element_id: id, selector } = payload.value;
  if (id === undefined && selector === undefined) refuse(payload, missing, ['element_id']);
  atMostOneTarget(payload);
}

/** For a schema's `check`: refuses a call that names its element both ways. */
export function atMostOneTarget(payload: z.core.ParsePayload<Given>): void {
  const { element_id: id, selector } = payload.value;
  if (id === undefined || selector === undefined) return;
  const message = "Only one of 'element_id' and 'selector' may be given, not both";
  refuse(payload, message, ['element_id']);
}

function refuse(
  { issues, value: input }: z.core.ParsePayload<Given>,
  message: string,
  path: string[],
): void {
  issues.push({ code: 'custom', input, path, message, params: { [aboutType]: true } });
}

/** What the call names; undefined for the focused field. */
export function optionalTargetOf({ element_id: id, selector }: Given): Target | undefined {
  if (selector !== undefined) return { selector };
  return id === undefined ? undefined : { id };
}

/** What the call names. Throws `invalid-argument` where the check `exactlyOneTarget` would have. */
export function targetOf(given: Given): Target {
  const target = optionalTargetOf(given);
  if (target !== undefined) return target;
  throw new HandsetError('invalid-argument', missing);
}
