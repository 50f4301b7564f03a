/** Handlers of the page's calls that show, read and record the screen. */
import type { CallHandlers } from '#core/link/link.ts';
import { screenFacts } from '#core/screen/summary/screen-facts.ts';
import { recentOrReadScreen } from '#core/tools/shared/read-screen.ts';
import type { InspectedScreen } from '../inspection/inspected-screen.ts';
import { readScreenView } from '../inspection/screen-view.ts';
import type { LiveView } from '../live/live-view.ts';
import type { ScreenRecorder } from '../recording/screen-recorder.ts';
import type { PhoneSession } from '../session/session.ts';
import { type Emit, aborted, action } from './shared.ts';

interface ScreenParts {
  readonly session: PhoneSession;
  readonly live: LiveView;
  readonly recorder: ScreenRecorder;
  readonly inspectedScreen: InspectedScreen;
  /** Lets the element reader on the phone read elements, or no longer. */
  setElementReader(isOn: boolean): void;
  readonly emit: Emit;
}

export function screenHandlers(parts: ScreenParts) {
  const { session, live, recorder, inspectedScreen, setElementReader, emit } = parts;
  return {
    setLive: action(({ on }) => live.setEnabled(on)),
    setDrawnSize: action(({ pixels }) => live.setDrawnSize(pixels)),
    showLive: action(({ canvas }, signal) => live.show(canvas, signal)),
    takeScreenshot: async (_, signal) => {
      const phone = await session.phone(signal);
      const { png } = await phone.takeScreenshot(signal);
      return { bytes: png, mimeType: 'image/png' };
    },
    record: action(async (request, signal) => {
      if (request.action === 'start')
        await recorder.startForUser(await session.phone(signal), signal);
      else if (request.action === 'stop') await recorder.stop();
      else recorder.discard();
    }),
    readScreen: async ({ allowsRecent }, signal) => {
      const phone = await session.phone(signal);
      return inspectedScreen.setScreen(await readScreenView(phone, signal, { live, allowsRecent }));
    },
    readScreenFacts: async (_, signal) => {
      const screen = await recentOrReadScreen(await session.phone(signal), signal);
      return screen && screenFacts(screen);
    },
    // An async function turns a thrown error into the rejection that the link carries.
    matchSelector: async ({ selector }) => await Promise.resolve(inspectedScreen.match(selector)),
    suggestSelectors: async ({ id }) => await Promise.resolve(inspectedScreen.suggest(id)),
    describeElement: async ({ id }) => await Promise.resolve(inspectedScreen.describe(id)),
    pinScreen: async () => await Promise.resolve(inspectedScreen.pin()),
    unpinScreen: action(() => inspectedScreen.unpin()),
    diffPinned: async () => await Promise.resolve(inspectedScreen.diffPinned()),
    followElements: action(async (_, signal) => {
      const { hierarchyReader } = await session.phone(signal);
      // The phone may have come just when the page gave up.
      if (signal.aborted) return;
      const stop = hierarchyReader.follow(() => emit('elementsChanged', null));
      await aborted(signal);
      stop();
    }),
    setElementReader: action(({ on }) => setElementReader(on)),
    releaseUiAutomation: action(() => session.connected?.hierarchyReader.release()),
  } satisfies Partial<CallHandlers>;
}
