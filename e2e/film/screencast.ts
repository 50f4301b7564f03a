/** Records frames of a page with DevTools. */
import type { CDPSession, Page } from '@playwright/test';

/** One frame of the page. */
export interface PageFrame {
  readonly png: Buffer;
  /** When the frame was painted, in ms since the epoch. */
  readonly atMs: number;
}

/** A recording in progress. */
interface Screencast {
  /** Ends the recording and returns the frames, oldest first. */
  stop(): Promise<readonly PageFrame[]>;
}

/** Starts recording a page: one frame for each change that the browser paints. */
export async function startScreencast(page: Page): Promise<Screencast> {
  const session = await page.context().newCDPSession(page);
  const frames: PageFrame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ png: Buffer.from(data, 'base64'), atMs: (metadata.timestamp ?? 0) * 1000 });
    // Without an acknowledgement the browser sends no more frames. It may fail once the page is closed.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  return { stop: () => stop(session, frames) };
}

async function stop(
  session: CDPSession,
  frames: readonly PageFrame[],
): Promise<readonly PageFrame[]> {
  await session.send('Page.stopScreencast');
  await session.detach();
  return frames;
}

/** Runs in the page: draws the mouse pointer, which screencast frames lack. */
export function drawPointer(): void {
  const arrow = document.createElement('div');
  arrow.ariaHidden = 'true';
  arrow.style.cssText =
    'position:fixed;z-index:99;left:0;top:0;width:20px;height:20px;pointer-events:none;visibility:hidden;' +
    'background:#101216;border:0;clip-path:polygon(0 0,0 78%,22% 60%,38% 94%,52% 88%,37% 55%,66% 55%);' +
    'filter:drop-shadow(0 0 1px #fff)';
  addEventListener('DOMContentLoaded', () => document.documentElement.append(arrow));
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      arrow.style.visibility = 'visible';
      arrow.style.transform = `translate(${clientX}px, ${clientY}px)`;
    },
    true,
  );
}
