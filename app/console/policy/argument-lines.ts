import {
  isJsonArray,
  isObject,
  membersOf,
  ownMember,
  parseJson,
  type Json,
} from '../../ui/json.ts';
import { plainText } from '../../ui/plain-text.ts';

/** One argument of a call, as shown to the user. */
interface ArgumentLine {
  readonly name: string;
  readonly value: string;
}

/**
 * The arguments of a call, one per line, in the agent's order. Invisible characters are spelled
 * out: an agent could use them to make a text look like another.
 */
export function argumentLines(argumentsJson: string): readonly ArgumentLine[] {
  const value = parseJson(argumentsJson);
  if (!isObject(value)) {
    return [{ name: 'arguments', value: plainText(argumentsJson) }];
  }
  return Object.entries(value).map(([name, each]) => ({
    name: plainText(name),
    value: plainText(typeof each === 'string' ? each : JSON.stringify(each)),
  }));
}

/** The arguments for a question: each step of a call has a line of its own, with its number and tool. */
export function questionLines(argumentsJson: string): readonly ArgumentLine[] {
  const steps = ownMember(parseJson(argumentsJson), 'steps');
  const sent = isJsonArray(steps) ? steps : [];
  const stepLines = sent.map(stepLine).filter((line) => line !== null);
  const isComplete = stepLines.length > 0 && stepLines.length === sent.length;
  return argumentLines(argumentsJson).flatMap((line) =>
    line.name === 'steps' && isComplete ? stepLines : [line],
  );
}

/** Null for a step that does not look like one: all of it must be shown, as it is. */
function stepLine(step: Json, index: number): ArgumentLine | null {
  const { tool, ...others } = membersOf(step);
  if (typeof tool !== 'string') return null;
  const value = Object.keys(others).length === 0 ? '' : JSON.stringify(others);
  return { name: plainText(`${index + 1}. ${tool}`), value: plainText(value) };
}

/** Longest value shown where all arguments share one line, in characters. */
const maxValueLength = 48;

/** The arguments on one line: `x 540, y 1200`; a selector needs no name. The caller cuts what is too long for its layout. */
export function shortArguments(args: unknown): string {
  const lines = argumentLines(JSON.stringify(args));
  return lines
    .map(({ name, value }) => (name === 'selector' ? '' : `${name} `) + truncate(value))
    .join(', ');
}

function truncate(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength)}…` : line;
}
