/** The arguments of a call below a question. */
import { argumentLines, unitOf, type ArgumentLine } from '../../ui/call-words.ts';
import { isJsonArray, membersOf, ownMember, parseJson, type Json } from '../../ui/json.ts';
import { plainText } from '../../ui/plain-text.ts';

/** The arguments that are nothing but an element of the screen. */
const elementNames = /^(?:selector|element_id)$/;
/** The arguments that are nothing but places on the screen. */
const coordinateNames = /^(?:x|y|x1|y1|x2|y2|center_x|center_y|paths)$/;

/** What the sentence and the picture of a question already say. */
interface Said {
  /** `Notes`, `“Bread”`: as in the sentence. */
  readonly object: string;
  /** Whether a picture shows the place or the element. */
  readonly hasPicture: boolean;
  readonly isRisky: boolean;
}

/**
 * The arguments that the user should read; those that only spell out what is said, to be unfolded;
 * without those that repeat a word of the sentence.
 */
export function sortLines(
  lines: readonly ArgumentLine[],
  { object, hasPicture, isRisky }: Said,
): { readonly shown: readonly ArgumentLine[]; readonly folded: readonly ArgumentLine[] } {
  const said = object.replace(/^“(.*)”$/, '$1').toLowerCase();
  const isExact = ({ name }: ArgumentLine): boolean =>
    name === 'observe' ||
    (hasPicture && (elementNames.test(name) || coordinateNames.test(name))) ||
    (!isRisky && said !== '' && name === 'package_id');
  const others = lines.filter(({ value }) => said === '' || value.toLowerCase() !== said);
  return {
    shown: others.filter((line) => !isExact(line)),
    folded: others.filter(isExact),
  };
}

/**
 * The arguments for a question: a switch is on or off, a time has its unit, and each step of a call has
 * a line of its own, with its number and tool.
 */
export function questionLines(argumentsJson: string): readonly ArgumentLine[] {
  const args = parseJson(argumentsJson);
  const steps = ownMember(args, 'steps');
  const sent = isJsonArray(steps) ? steps : [];
  const stepLines = sent.map(stepLine).filter((line) => line !== null);
  const isComplete = stepLines.length > 0 && stepLines.length === sent.length;
  return argumentLines(args, argumentsJson).flatMap((line) =>
    line.name === 'steps' && isComplete ? stepLines : [shownLine(line, ownMember(args, line.name))],
  );
}

function shownLine({ name, value }: ArgumentLine, raw: Json | undefined): ArgumentLine {
  if (typeof raw === 'boolean') return { name, value: raw ? 'on' : 'off' };
  return { name, value: value + unitOf(name, value) };
}

/** Null for a step that does not look like one: all of it must be shown, as it is. */
function stepLine(step: Json, index: number): ArgumentLine | null {
  const { tool, ...others } = membersOf(step);
  if (typeof tool !== 'string') return null;
  const value = Object.keys(others).length === 0 ? '' : JSON.stringify(others);
  return { name: plainText(`${index + 1}. ${tool}`), value: plainText(value) };
}
