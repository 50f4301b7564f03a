/** The numbers of android.view.KeyEvent that the demo phone knows. */
export const keyCode = {
  home: 3,
  back: 4,
  up: 19,
  down: 20,
  left: 21,
  right: 22,
  volumeUp: 24,
  volumeDown: 25,
  power: 26,
  tab: 61,
  enter: 66,
  delete: 67,
  menu: 82,
  pageUp: 92,
  pageDown: 93,
  notification: 83,
  escape: 111,
  forwardDelete: 112,
  moveHome: 122,
  moveEnd: 123,
  numpadEnter: 160,
  appSwitch: 187,
  sleep: 223,
  wakeUp: 224,
  cut: 277,
  copy: 278,
  paste: 279,
  a: 29,
  c: 31,
  v: 50,
  x: 52,
} as const;

/** Codes that type a character, in unbroken ranges: the first code and its characters. */
const typing: readonly (readonly [first: number, characters: string])[] = [
  [7, '0123456789*#'],
  [29, 'abcdefghijklmnopqrstuvwxyz,.'],
  [62, ' '],
  [68, "`-=[]\\;'/@"],
  [81, '+'],
  [144, '0123456789/*-+.,'],
  [161, '='],
  [162, '()'],
];

/** What the keys of a US keyboard type with Shift (Generic.kcm). */
const plainKeys = "1234567890`-=[]\\;',./";
const shiftedKeys = '!@#$%^&*()~_+{}|:"<>?';

/** The character that a key types; undefined when it types none. */
export function characterOf(code: number, shift = false): string | undefined {
  for (const [first, characters] of typing) {
    const character = characters[code - first];
    if (character !== undefined) return shift ? shifted(character) : character;
  }
  return undefined;
}

function shifted(character: string): string {
  return shiftedKeys[plainKeys.indexOf(character)] ?? character.toUpperCase();
}
