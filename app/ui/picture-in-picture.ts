/** Chrome's Document Picture-in-Picture, which TypeScript's DOM types lack. */
interface DocumentPictureInPicture extends EventTarget {
  /** The open window; null without one. */
  readonly window: Window | null;
  /** Call it in a user gesture. */
  requestWindow(sizePx: { width: number; height: number }): Promise<Window>;
}

/** Which window opens: one that mirrors this console on top of others, or else a console of its own. */
export function smallWindowKind(): 'mirror' | 'ownConsole' {
  return documentPictureInPicture() === null ? 'ownConsole' : 'mirror';
}

/** Null if the browser has no such API, or this page is framed and may not open a window. */
export function documentPictureInPicture(): DocumentPictureInPicture | null {
  if (window.top !== window || !('documentPictureInPicture' in window)) return null;
  // As the specification defines it.
  return window.documentPictureInPicture as DocumentPictureInPicture;
}
