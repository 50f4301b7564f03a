import { ConnectionError } from './door-error.ts';

/** The window or frame that shows the console, as seen from the agent's page. */
export interface ConsoleWindow {
  readonly window: Window;
  /** Whether it was open before; a console that is still loading announces itself when it listens. */
  readonly wasOpen: boolean;
  /** Whether the window was closed or the frame removed. */
  isClosed(): boolean;
  /** Removes the frame or window if it was opened for the agent. */
  remove(): void;
}

/** An element to append a frame to, a frame or window that shows the console, or a new window. */
export type ConsoleTarget = HTMLElement | Window | 'window';

/** Opens the console there, or uses the one that is there. Throws `window-blocked`. */
export function openConsoleWindow(console: string, target: ConsoleTarget): ConsoleWindow {
  if (target === 'window') return openNewWindow(console);
  if (target instanceof HTMLIFrameElement) return windowOfFrame(target);
  return target instanceof HTMLElement ? embedFrame(console, target) : existingWindow(target);
}

function openNewWindow(console: string): ConsoleWindow {
  const opened = window.open(console, 'handset');
  if (opened === null) {
    const message =
      'The browser blocked the window of the Handset console. Connect in answer to a click, or put the console into a frame.';
    throw new ConnectionError('window-blocked', message);
  }
  const remove = (): void => opened.close();
  return { window: opened, wasOpen: false, isClosed: () => opened.closed, remove };
}

function embedFrame(console: string, parent: HTMLElement): ConsoleWindow {
  const frame = document.createElement('iframe');
  frame.title = 'Handset';
  frame.allow = 'usb; local-network-access; loopback-network; clipboard-write';
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' });
  frame.src = console;
  parent.append(frame);
  return { ...windowOfFrame(frame), wasOpen: false, remove: () => frame.remove() };
}

function windowOfFrame(frame: HTMLIFrameElement): ConsoleWindow {
  const { contentWindow } = frame;
  if (contentWindow === null) {
    throw new ConnectionError(
      'no-answer',
      'The frame for the Handset console is not in the document.',
    );
  }
  return { ...existingWindow(contentWindow), isClosed: () => !frame.isConnected };
}

function existingWindow(target: Window): ConsoleWindow {
  return {
    window: target,
    wasOpen: true,
    isClosed: () => target.closed,
    remove: () => undefined,
  };
}
