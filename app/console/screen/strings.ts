import type { WireError } from '#core/errors.ts';
import type { Point } from '#core/geometry.ts';
import type { InputBackendStatus, LiveMetrics, LiveStatus } from '#core/link/live.ts';
import type { ActiveCallInfo, ScreenView } from '#core/link/messages.ts';
import type { ReadingStatus } from '#core/link/phone-status.ts';
import { keyLabel } from '../../ui/keys.ts';
import type { Tone } from '../../ui/state-strings.ts';

const coordinates = ({ x, y }: Point): string => `${x}, ${y}`;

/** Strings of the screen panel. */
export const screenStrings = {
  title: 'Screen',
  more: 'More',
  liveView: 'Live view',
  /** Accessible name of the picture. */
  picture: 'The phone’s screen',
  // What a press does
  mode: 'Mouse mode',
  use: 'Use',
  inspect: 'Inspect',
  modeKey: 'Press F2 to switch',
  takeFirst: 'Take one',
  /** Shown while Live is off. */
  pictureFrom: (time: string) => `Screenshot from ${time}`,
  refresh: 'Refresh',
  readNow: 'Refresh the screen',
  // The keys
  keysLabel: 'The phone’s screen: keys go to the phone',
  keysHelp:
    'What you type goes to the phone. Arrows, Enter, Backspace, Delete, Home, End and Page keys work there; Esc is Back. ' +
    'Tab leaves the screen; in a text field it goes to the next field, and Shift+Tab leaves. Right click is Back, middle click is Home, the wheel scrolls; ' +
    'Ctrl+drag pinches, Ctrl+Shift+drag moves two fingers.',
  keysHint: 'Typing goes to the phone · Tab to leave (Shift+Tab from a text field) · Esc for Back',
  // The picture
  notRead: 'No screenshot yet',
  noPicture: 'No screenshot',
  slow: 'Waiting for the screen. This can take up to 15 seconds.',
  elements: 'Elements on the screen',
  activity: (name: string) => (name.startsWith('.') ? name : ` ${name}`),
  facts: ({ size: { width, height }, density }: ScreenView, isCapture: boolean) =>
    `${width} × ${height}, ${isCapture ? '' : `${density} dpi, `}${width > height ? 'landscape' : 'portrait'}`,
  // Picking for a tool form
  picking: (isTouch: boolean) => ({
    point: `${isTouch ? 'Tap' : 'Click'} a point.`,
    swipe: `Drag from start to end, or ${isTouch ? 'tap' : 'click'} the start.`,
    path: 'Press, draw and release: one finger’s path, with its times.',
    element: `${isTouch ? 'Tap' : 'Click'} an element.`,
    drag: `Drag from the start to the destination, or ${isTouch ? 'tap' : 'click'} the start.`,
  }),
  pickKeys: {
    points: `Arrow keys move (Shift: faster, ${keyLabel('Mod')}: one pixel), Enter picks, Esc cancels`,
    elements: 'Arrow keys choose, Enter picks, Esc cancels',
  },
  cancelPick: 'Cancel',
  coordinates,
  /** What is under the crosshair. */
  pointOn: (point: Point, element: string | null) =>
    element === null ? coordinates(point) : `${coordinates(point)}, on ${element}`,
  elementOf: (name: string, index: number, count: number) => `${name}, ${index} of ${count}`,
  // The buttons
  buttons: 'Phone buttons',
  // Recording the screen
  stopRecordingShort: 'Stop',
  recordingStarts: 'Starting the recording…',
  recording: 'Recording',
  agentRecords: (agent: string) => `${agent} is recording`,
  recorded: (count: number) =>
    count === 0
      ? 'Nothing was recorded'
      : count === 1
        ? 'Recording saved'
        : `Recording saved in ${count} files`,
  dismissRecording: 'Close',
  // Notes about input
  copiedToComputer: 'Copied from the phone.',
  copiedOnPhoneOnly:
    'Copied on the phone only: the browser didn’t let this page use the clipboard.',
  nothingCopied: 'Nothing was copied. Select text on the phone first.',
  noField: 'No text field on the phone has focus.',
  failed: (why: string) => `Couldn’t do that: ${why}`,
  restoringSettings: 'Restoring settings…',
  covered:
    'Something is covering the phone’s screen on this page, or was a moment ago, so the click was ignored.',
  // A captured screen
  captured: 'Opened from a file: it doesn’t change, and there is no phone behind it.',
  // The live view
  liveOff: 'Live video is off. The screen refreshes after each tap.',
  elementReader: 'Element reader',
  released:
    'Other programs can read the screen now. Elements here won’t update until you refresh. When an agent reads the screen, other programs must wait five seconds.',
  displayOff: 'The display is off',
  wake: 'Wake the phone',
  // No phone connected
  lost: (model: string) => `${model} was disconnected`,
  tapAllow: 'Tap Allow on your phone',
  connecting: 'Reconnecting',
} as const;

/** Rewords a problem of the screen for users, with details that few need; the error's own message is for agents. */
export function plainProblem(error: WireError): {
  error: WireError;
  details?: readonly string[];
  isMild?: boolean;
} {
  const { code, message: original, detail } = error;
  if (code === 'input-denied') {
    const message = 'This phone refuses touches and keys.';
    const hint =
      'In its developer options, turn on “USB debugging (Security settings)”, then restart the phone.';
    const others =
      'On OPPO, realme and OnePlus, try “Disable permission monitoring” (“Disable system optimization” on newer phones).';
    return { error: { code, message, hint }, details: [others, original] };
  }
  if (code !== 'screenshot-failed') return { error };
  if (detail !== 'black-picture') {
    const hint = 'Handset tries again every few seconds.';
    return {
      error: { code, message: 'The phone couldn’t take a screenshot.', hint },
      details: [original],
    };
  }
  const message = 'This app most likely forbids screenshots.';
  const hint = 'The screenshot is black, but touches, keys and the list of elements work.';
  return { error: { code, message, hint }, isMild: true };
}

/** Says what the user's input waits for: a slow phone, or a call that is using it. */
export function waitingText(running: readonly ActiveCallInfo[]): string {
  if (running.length === 0) return 'Waiting for the phone…';
  return running.every(({ from }) => from === 'person')
    ? 'Waiting for your tool call to end…'
    : 'Waiting for an agent’s tool call to end…';
}

/** `1:05` */
export function videoLength(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The live status in one line. */
interface LiveStatusLine {
  readonly text: string;
  /** Frame rate, `58 fps`; empty while nothing moves. */
  readonly frameRate: string;
  readonly tone: Tone;
  /** Whether a retry may help. */
  readonly canRetry: boolean;
}

/** What the live status line depends on besides the status. */
interface LiveStatusOptions {
  /** Whether the user switched the live picture on. */
  readonly isEnabled: boolean;
  readonly isDisplayOff: boolean;
  readonly isCapture: boolean;
  /** Whether the picture of a captured screen is drawn from its elements. */
  readonly isDrawn: boolean;
  readonly figures: LiveMetrics | null;
}

/** The live status in one line. */
export function liveStatusLine(
  status: LiveStatus,
  { isEnabled, isDisplayOff, isCapture, isDrawn, figures }: LiveStatusOptions,
): LiveStatusLine {
  const canRetry = { frameRate: '', canRetry: true } as const;
  const noRetry = { frameRate: '', canRetry: false } as const;
  if (isDisplayOff) return { ...noRetry, text: 'No video while the display is off', tone: 'idle' };
  switch (status.state) {
    case 'off':
      return {
        ...noRetry,
        text: isEnabled ? 'No live video' : screenStrings.liveOff,
        tone: 'idle',
      };
    case 'starting':
      return { ...noRetry, text: 'Starting the live video…', tone: 'busy' };
    case 'video':
      if (isCapture) {
        const drawn = 'Drawn from the elements: no .png was opened';
        const text = isDrawn ? drawn : 'Captured screen: it doesn’t change';
        return { ...noRetry, text, tone: 'idle' };
      }
      return {
        ...noRetry,
        text: 'Live',
        frameRate: frameRateText(figures?.framesPerSecond ?? 0),
        tone: 'ok',
      };
    case 'pictures':
      // The details give the reason, which may quote an exception of the phone.
      return { ...canRetry, text: 'Screenshots only', tone: 'warn' };
    case 'failed':
      return { ...canRetry, text: `No live video: ${status.error.message}`, tone: 'bad' };
  }
}

function frameRateText(framesPerSecond: number): string {
  const frames = Math.round(framesPerSecond);
  return frames === 0 ? '' : `${frames}\u{a0}fps`;
}

/** Says how the elements are read and, if the element reader is not used, why. */
export function readingHelp(reading: ReadingStatus): string {
  switch (reading.method) {
    case 'reader':
      return 'Handset’s element reader runs on the phone and reads the elements. Nothing is installed.';
    case 'yadb':
      return `This screen never stops moving, so the elements are read with yadb. Handset’s element reader isn’t used: ${reading.reason}.`;
    case 'dump':
      return `The elements are read with uiautomator dump, which takes about two seconds. Handset’s element reader isn’t used: ${reading.reason}.`;
  }
}

/** Names an input backend that does not support everything; empty for others. */
export function inputBackendLabel({ backend }: InputBackendStatus): string {
  return backend === 'shell' ? 'limited touch' : '';
}

/** Says what the user sees and can do, in one plain sentence. */
export function plainLiveHelp(status: LiveStatus, { backend }: InputBackendStatus): string {
  const isLimited = backend === 'shell';
  const touches = isLimited ? 'taps and straight swipes work' : 'touches and keys work';
  switch (status.state) {
    case 'off':
      return 'There is no live video.';
    case 'starting':
      return 'The live video is starting.';
    case 'video':
      return `The screen is live; ${touches}.`;
    case 'pictures':
      return `Live video can’t start, so you see screenshots; ${touches}.`;
    case 'failed':
      return 'Neither live video nor screenshots are arriving.';
  }
}

/** Technical sentences that explain the video source, its latency and the input backend. */
export function liveHelp(
  status: LiveStatus,
  figures: LiveMetrics | null,
  inputBackend: InputBackendStatus,
): readonly string[] {
  const why = noVideoReason(status);
  const sentences = [latencyText(figures), ...inputBackendHelp(inputBackend)].filter(
    (line) => line !== null,
  );
  return why === null ? sentences : [why, ...sentences.filter((line) => !why.includes(line))];
}

function noVideoReason(status: LiveStatus): string | null {
  if (status.state !== 'pictures' && status.state !== 'failed') return null;
  const { message, hint = '' } =
    status.state === 'pictures' ? status.screenshotReason : status.error;
  return `${message} ${hint}`.trim();
}

function latencyText(figures: LiveMetrics | null): string | null {
  if (figures === null) return null;
  const { decodeMs, inputToFrameMs } = figures;
  const parts = [
    decodeMs === null ? null : `decoded in ${Math.round(decodeMs)} ms`,
    inputToFrameMs === null ? null : `shown ${Math.round(inputToFrameMs)} ms after your input`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `A frame is ${parts.join(' and ')}.`;
}

function inputBackendHelp({ backend, scrcpyProblem }: InputBackendStatus): readonly string[] {
  if (backend === null) return ['Handset is starting the scrcpy server on the phone.'];
  if (backend === 'scrcpy') {
    return [
      'Touches reach the phone immediately, through the scrcpy server. Nothing is installed.',
    ];
  }
  return [
    ...(scrcpyProblem === null ? [] : [scrcpyProblem]),
    'Touches go through Android’s input command after you lift your finger: taps, long presses and straight swipes.',
    'Multi-touch and curved swipes don’t work; on most phones, neither do the clipboard and text beyond ASCII.',
  ];
}
