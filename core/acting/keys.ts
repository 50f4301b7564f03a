/** The keys that tools press, with their android.view.KeyEvent key codes. */
export const keyCodes = {
  BACK: 4,
  HOME: 3,
  RECENTS: 187,
  ENTER: 66,
  DEL: 67,
  TAB: 61,
  SPACE: 62,
} as const satisfies Record<string, number>;

/** The name of a key. */
export type KeyName = keyof typeof keyCodes;
