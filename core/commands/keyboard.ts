import { type Rect, isEmpty } from '../geometry.ts';
import { type Command, stdoutText } from './command.ts';

/**
 * Reads where the on-screen keyboard receives touches, from the input dispatcher's window list
 * (InputDispatcher.dumpDispatchStateLocked). Its window may be as large as the screen; its touchable
 * region is what the keys cover. Null if it is closed or the phone does not say.
 */
export const readKeyboard: Command<Rect | null> = {
  purpose: 'looking for the keyboard',
  line: `dumpsys input | grep -E 'name=.*InputMethod.*touchableRegion='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const lines = stdoutText(output).split(/\r?\n/);
    const shown = lines.filter((line) => isKeyboardShown(line));
    return shown.map(touchableRegionIn).find((region) => region !== null) ?? null;
  },
};

/** Up to Android 12 `name='Window{1a2b u0 InputMethod}', displayId=0, … visible=true`; later `inputConfig=NOT_VISIBLE | …` if hidden. */
function isKeyboardShown(line: string): boolean {
  const isKeyboard = /name='?[^,']*\bInputMethod\}?'?,/.test(line);
  const isElsewhere = /displayId=[1-9]/.test(line);
  return isKeyboard && !isElsewhere && !/visible=false|\bNOT_VISIBLE\b/.test(line);
}

/** The bounding box of `touchableRegion=[0,1536][1080,2274]|[0,2274][540,2400]`. */
function touchableRegionIn(line: string): Rect | null {
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
