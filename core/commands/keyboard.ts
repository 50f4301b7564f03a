import { type Rect, isEmpty } from '../geometry.ts';
import { type Command, textOf } from './command.ts';

/**
 * Where the on-screen keyboard takes touches, by the input dispatcher's list of windows
 * (InputDispatcher.dumpDispatchStateLocked): its window may be as large as the screen, the region is
 * what its keys cover. Null where it is closed, and where the phone does not say.
 */
export const readKeyboard: Command<Rect | null> = {
  purpose: 'looking for the keyboard',
  line: `dumpsys input | grep -E 'name=.*InputMethod.*touchableRegion='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const lines = textOf(output).split(/\r?\n/);
    const shown = lines.filter((line) => isShown(line));
    return shown.map(regionIn).find((region) => region !== null) ?? null;
  },
};

/** `name='Window{1a2b u0 InputMethod}', displayId=0, … visible=true` up to Android 12; `inputConfig=NOT_VISIBLE | …` of later ones that hide. */
function isShown(line: string): boolean {
  const isKeyboard = /name='?[^,']*\bInputMethod\}?'?,/.test(line);
  const isElsewhere = /displayId=[1-9]/.test(line);
  return isKeyboard && !isElsewhere && !/visible=false|\bNOT_VISIBLE\b/.test(line);
}

/** `touchableRegion=[0,1536][1080,2274]|[0,2274][540,2400]`: what holds all of its parts. */
function regionIn(line: string): Rect | null {
  const region = /touchableRegion=([-[\],|\d]*)/.exec(line)?.[1] ?? '';
  const parts = [...region.matchAll(/\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]/g)].map((part) =>
    part.slice(1).map(Number),
  );
  const edge = (i: number): number[] => parts.map((part) => part[i] ?? 0);
  const rect = {
    left: Math.min(...edge(0)),
    top: Math.min(...edge(1)),
    right: Math.max(...edge(2)),
    bottom: Math.max(...edge(3)),
  };
  return isEmpty(rect) ? null : rect;
}
