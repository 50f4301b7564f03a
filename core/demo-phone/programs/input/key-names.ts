/** Names of android.view.KeyEvent by number, as far as shell users send them. */

/** Runs of names that follow each other: the first code, then the names. */
const runs: readonly (readonly [first: number, names: string])[] = [
  [0, 'UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND'],
  [19, 'DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA'],
  [28, 'CLEAR A B C D E F G H I J K L M N O P Q R S T U V W X Y Z COMMA PERIOD'],
  [57, 'ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL'],
  [68, 'GRAVE MINUS EQUALS LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT'],
  [78, 'NUM HEADSETHOOK FOCUS PLUS MENU NOTIFICATION SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP'],
  [87, 'MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE PAGE_UP PAGE_DOWN'],
  [111, 'ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT CAPS_LOCK SCROLL_LOCK META_LEFT META_RIGHT'],
  [119, 'FUNCTION SYSRQ BREAK MOVE_HOME MOVE_END INSERT FORWARD MEDIA_PLAY MEDIA_PAUSE'],
  [131, 'F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 NUM_LOCK'],
  [
    144,
    'NUMPAD_0 NUMPAD_1 NUMPAD_2 NUMPAD_3 NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9',
  ],
  [154, 'NUMPAD_DIVIDE NUMPAD_MULTIPLY NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA'],
  [160, 'NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN NUMPAD_RIGHT_PAREN VOLUME_MUTE INFO'],
  [168, 'ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS SETTINGS'],
  [187, 'APP_SWITCH'],
  [207, 'CONTACTS CALENDAR MUSIC CALCULATOR'],
  [219, 'ASSIST BRIGHTNESS_DOWN BRIGHTNESS_UP MEDIA_AUDIO_TRACK SLEEP WAKEUP'],
  [231, 'VOICE_ASSIST'],
  [276, 'SOFT_SLEEP CUT COPY PASTE'],
];

const codes = new Map(
  runs.flatMap(([first, names]) => names.split(' ').map((name, i) => [name, first + i] as const)),
);

/** KeyEvent.keyCodeFromString: a number, `KEYCODE_HOME` or `HOME`; 0 (unknown) for anything else. */
export function keyCodeOf(text: string): number {
  const isDigitKey = /^KEYCODE_\d$/.test(text);
  if (!isDigitKey && /^\d+$/.test(text)) return Number(text);
  return codes.get(text.replace(/^KEYCODE_/, '')) ?? 0;
}

/** The codes that `input` itself treats specially. */
export const keys = {
  up: 19,
  right: 22,
  a: 29,
  z: 54,
  altLeft: 57,
  altRight: 58,
  shiftLeft: 59,
  shiftRight: 60,
  tab: 61,
  enter: 66,
  delete: 67,
  forwardDelete: 112,
  ctrlLeft: 113,
  ctrlRight: 114,
  metaLeft: 117,
  metaRight: 118,
} as const;
