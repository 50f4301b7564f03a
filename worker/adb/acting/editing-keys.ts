/** android.view.KeyEvent's codes of what edits a field. */
export const editingKeys = {
  A: 29,
  PAGE_DOWN: 93,
  FORWARD_DEL: 112,
  CTRL_LEFT: 113,
  MOVE_END: 123,
  CUT: 277,
  COPY: 278,
  PASTE: 279,
} as const;
