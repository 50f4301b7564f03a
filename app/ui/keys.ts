/** A key as keyboards name it; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export type Key = 'Mod' | 'Ctrl' | 'Shift' | 'Esc' | 'Enter' | (string & {});

/** Whether this browser runs on a Mac or its relatives, whose keys are others. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
}
