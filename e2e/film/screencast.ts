/** Frames of a page as DevTools shows them. */
import type { CDPSession, Page } from '@playwright/test';

/** One picture of the page. */
export interface Frame {
  readonly png: Buffer;
  /** When the page looked so, in ms of one clock. */
  readonly atMs: number;
}

/** A page that is being filmed. */
interface Screencast {
  /** Ends it and gives the frames, oldest first; each is shown until the next. */
  stop(): Promise<readonly Frame[]>;
}

/** Films a page: one frame for each change that the browser paints. */
export async function filmPage(page: Page): Promise<Screencast> {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ png: Buffer.from(data, 'base64'), atMs: (metadata.timestamp ?? 0) * 1000 });
    // Without it the browser sends no more; when the page has gone nobody needs it.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  return { stop: () => stop(session, frames) };
}

async function stop(session: CDPSession, frames: readonly Frame[]): Promise<readonly Frame[]> {
  await session.send('Page.stopScreencast');
  await session.detach();
  return frames;
}

/** Runs in the page: draws the mouse pointer, which DevTools leaves out of its frames. */
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
