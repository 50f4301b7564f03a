import { DoorError } from './door-error.ts';

/** The window or frame that shows the console, as seen from the agent's page. */
export interface Place {
  readonly window: Window;
  /** Whether it was open before; a console that is still loading announces itself when it listens. */
  readonly wasThere: boolean;
  /** Whether the window was closed or the frame removed. */
  isGone(): boolean;
  /** Removes the frame or window if it was opened for the agent. */
  remove(): void;
}

/** An element to append a frame to, a frame or window that shows the console, or a new window. */
export type Whereabouts = HTMLElement | Window | 'window';

/** Opens the console there, or uses the one that is there. Throws `window-blocked`. */
export function openPlace(console: string, where: Whereabouts): Place {
  if (where === 'window') return openWindow(console);
  if (where instanceof HTMLIFrameElement) return placeOf(where);
  return where instanceof HTMLElement ? embed(console, where) : existing(where);
}

function openWindow(console: string): Place {
  const opened = window.open(console, 'handset');
  if (opened === null) {
    const message =
      'The browser blocked the window of the Handset console. Connect in answer to a click, or put the console into a frame.';
    throw new DoorError('window-blocked', message);
  }
  const remove = (): void => opened.close();
  return { window: opened, wasThere: false, isGone: () => opened.closed, remove };
}

function embed(console: string, parent: HTMLElement): Place {
  const frame = document.createElement('iframe');
  frame.title = 'Handset';
  frame.allow = 'usb; local-network-access; loopback-network; clipboard-write';
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' });
  frame.src = console;
  parent.append(frame);
  return { ...placeOf(frame), wasThere: false, remove: () => frame.remove() };
}

function placeOf(frame: HTMLIFrameElement): Place {
  const { contentWindow } = frame;
  if (contentWindow === null) {
    throw new DoorError('no-answer', 'The frame for the Handset console is not in the document.');
  }
  return { ...existing(contentWindow), isGone: () => !frame.isConnected };
}

function existing(target: Window): Place {
  return {
    window: target,
    wasThere: true,
    isGone: () => target.closed,
    remove: () => undefined,
  };
}
