/** First byte of what the client sends (scrcpy 3.3.3, ControlMessage.java). */
export const controlType = {
  injectKeycode: 0,
  injectText: 1,
  injectTouchEvent: 2,
  injectScrollEvent: 3,
  backOrScreenOn: 4,
  expandNotificationPanel: 5,
  expandSettingsPanel: 6,
  collapsePanels: 7,
  getClipboard: 8,
  setClipboard: 9,
  setDisplayPower: 10,
  rotateDevice: 11,
  uhidCreate: 12,
  uhidInput: 13,
  uhidDestroy: 14,
  openHardKeyboardSettings: 15,
  startApp: 16,
  resetVideo: 17,
} as const;

/** First byte of what the server sends (DeviceMessage.java). */
export const deviceType = { clipboard: 0, ackClipboard: 1 } as const;

/** Which key to press before the clipboard is read. */
export const copyKey = { none: 0, copy: 1, cut: 2 } as const;

/** android.view.MotionEvent's actions, as far as they are looked at. */
export const motionAction = { down: 0, up: 1, move: 2, cancel: 3, hoverMove: 7 } as const;

/** android.view.KeyEvent's actions. */
export const keyAction = { down: 0, up: 1 } as const;
