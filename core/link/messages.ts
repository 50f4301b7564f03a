/**
 * Everything that page and worker say to each other, as two type maps. Only data that
 * survives structured clone; no tools, no screens: the worker flattens them into these shapes.
 */
import type { ArgumentPath, WireError } from '../errors.ts';
import type { Rect, Rotation, Size } from '../geometry.ts';
import type { OpenConsole } from '../relay/frames.ts';
import type { Aim, PlayedGesture } from './aim.ts';
import type { BridgeStatus } from './bridge-status.ts';
import type { ArgumentProblem, CallProgress, CallerWay } from './call.ts';
import type { ElementFacts, PinnedDiff, PinnedScreen } from './inspection.ts';
import type { ActingWay, LiveFigures, LiveStatus, Motion, PersonInput } from './live.ts';
import type { LogBatch } from './phone-log.ts';
import type { DemoPhoneRequest, PhoneInfo, PhoneStatus } from './phone-status.ts';
import type { Transfer } from './transfer.ts';

/** An encoded picture. */
export interface PictureData {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: 'image/png' | 'image/jpeg';
}

/** One element of the screen: a row of the table, a line of the tree. */
export interface ElementRow {
  readonly id: string;
  /** Child indices from the root, `0.0.1`. */
  readonly path: string;
  readonly depth: number;
  /** Whether agents are shown it: it says or does something. */
  readonly isKept: boolean;
  readonly simpleClass: string;
  readonly text: string;
  readonly description: string;
  readonly resourceId: string;
  /** Where it is on the screen, in device pixels. */
  readonly bounds: Rect;
  /** As the agent reads them: `on`, `clk`, … */
  readonly flags: readonly string[];
}

/** The screen as the console shows it. */
export interface ScreenView {
  readonly takenAtEpochMs: number;
  readonly packageName: string;
  readonly activity: string;
  /** Device pixels of the current rotation: the space of the rows' bounds. */
  readonly size: Size;
  readonly density: number;
  readonly rotation: Rotation;
  /** Kept elements, in document order. Empty when `problem` is set. */
  readonly rows: readonly ElementRow[];
  /** All elements, parents before children, in document order; the kept ones are those of `rows`. */
  readonly all: readonly ElementRow[];
  /** The clean picture, PNG or JPEG; null when it could not be taken, and while the live view shows the screen. */
  readonly picture: PictureData | null;
  /** What could not be read, while the rest could. */
  readonly problem: WireError | null;
}

/** What a selector matches on the last screen that the page was given. */
export interface SelectorMatches {
  /** When the view that was searched was taken. */
  readonly takenAtEpochMs: number;
  /** Ids in document order; elements that are not kept are among them and have no row. */
  readonly ids: readonly string[];
  /** Where nothing matches: selectors of the elements that come nearest, each of one alone. */
  readonly nearest: readonly string[];
}

/** A selector that matches one element alone. */
export interface SuggestedSelector {
  readonly selector: string;
  /** What it goes by and what breaks it. */
  readonly reason: string;
}

/** What the person lets agents do. The person's own calls pass all of it. */
export interface Controls {
  /** New calls of agents are refused, but those about which phones there are. */
  readonly paused: boolean;
  /** Tools that act are refused, and not listed. */
  readonly readOnly: boolean;
  /** Each call that acts waits until the person says yes. */
  readonly askFirst: boolean;
  /** Names of the registry; refused, and not listed. */
  readonly switchedOff: readonly string[];
}

/** A call that waits for the person's yes. */
export interface Question {
  readonly id: number;
  readonly agent: string;
  readonly from: CallerWay;
  readonly tool: string;
  readonly argumentsJson: string;
  /** When it counts as a no. */
  readonly deadlineEpochMs: number;
  /** Where it would touch; null where it touches nothing, and where nobody can tell. */
  readonly aim: Aim | null;
}

/** `agent`: yes to this and to all that this agent asks, until asking is switched or the page closed. */
export type Say = 'once' | 'agent' | 'no';

/** A call that has begun; it may be waiting for its turn or for the person. */
export interface RunningCall {
  /** That of the record it ends in. */
  readonly id: number;
  readonly agent: string;
  readonly from: CallerWay;
  readonly tool: string;
  readonly startedAtEpochMs: number;
  /** What the tool told last of how far it has come; absent until it tells. */
  readonly progress?: CallProgress;
}

/** A tool as the page shows it and offers it to agents in the browser. */
export interface ToolInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the tool takes, as a JSON Schema. */
  readonly inputSchema: { readonly [key: string]: unknown };
  readonly effect: 'read' | 'act';
  /** Whether it works only while a phone is connected. */
  readonly needsPhone: boolean;
}

/** One finished tool call, of an agent or of the person. */
export interface CallRecord {
  readonly id: number;
  /** `local`, the name in the agent's address or of its door; `you` for the console's own calls. */
  readonly agent: string;
  readonly from: CallerWay;
  readonly tool: string;
  readonly effect: 'read' | 'act';
  /** The arguments as JSON. */
  readonly argumentsJson: string;
  readonly startedAtEpochMs: number;
  readonly durationMs: number;
  readonly isError: boolean;
  /** Set where the person, or a rule of theirs, said no: such an error is no failure. */
  readonly refused?: boolean;
  /** The argument that the tool refused when it ran: only the phone could tell. */
  readonly refusedArgument?: ArgumentPath;
  /** The text the agent got. */
  readonly text: string;
  readonly pictures: readonly PictureData[];
  /** Typed passwords and the clipboard's texts, as they stand in the arguments and the text: for others to mask. */
  readonly secrets: readonly string[];
  /** The screen when the call began, small; null where there was no live picture. */
  readonly before: PictureData | null;
}

/** What the page asks of the worker: name -> [argument, result]. */
export interface Calls {
  /** Answered at once by a worker that is alive. */
  ping: [null, null];
  /** Connects the phone with this serial number, or the first one that was granted. Resolves when connected. */
  connectUsb: [{ readonly serial: string | null }, PhoneInfo];
  /** Looks for the phone with this serial number, or for any that was granted before, and keeps looking; resolves at once. */
  watchUsb: [{ readonly serial: string | null }, null];
  connectDemo: [DemoPhoneRequest, PhoneInfo];
  disconnect: [null, null];
  /** Opens the socket to this bridge, in place of the one before, and keeps it open. The person is then asked about every agent again. */
  joinBridge: [
    /** `tab` names this tab, also after a reload. */
    { readonly url: string; readonly secret: string; readonly tab: string },
    null,
  ];
  /** Reads the screen for the console; does not count as a call. */
  readScreen: [null, ScreenView];
  /**
   * Searches the screen of the last `readScreen`. Rejects with `invalid-argument`, which names the
   * column, for what is no selector, and where there are no elements to search, says so.
   */
  matchSelector: [{ readonly selector: string }, SelectorMatches];
  /** Selectors of one element of that screen, the best first; `element-not-found` when it is gone. */
  suggestSelectors: [{ readonly id: string }, readonly SuggestedSelector[]];
  /** Everything known of one element of that screen; `element-not-found` when it is gone. */
  describeElement: [{ readonly id: string }, ElementFacts];
  /** Keeps that screen to compare others with. `element-not-found` where none was read. */
  pinScreen: [null, PinnedScreen];
  unpinScreen: [null, null];
  /** Compares that screen with the pinned one. */
  diffPinned: [null, PinnedDiff];
  /** Whether the live picture is wanted; it is there while a phone is connected. */
  setLive: [{ readonly on: boolean }, null];
  /** Whether the page can be seen: only then is the live picture drawn, and a phone tried that another program has. */
  setSeen: [{ readonly seen: boolean }, null];
  /** Draws the live picture on this canvas, which is transferred, until aborted. */
  showLive: [{ readonly canvas: OffscreenCanvas }, null];
  /** Does to the phone what the person did to its picture; resolves when the phone has taken it. */
  sendInput: [PersonInput, null];
  /** Copies or cuts what is selected on the phone; its clipboard's text after that, null when it holds none. */
  copySelection: [{ readonly how: 'copy' | 'cut' }, { readonly text: string | null }];
  /** Tells the log by `log` events, old lines first, until aborted. */
  watchLog: [null, null];
  /** Puts an app on the phone. Resolves with what the phone said. `command-failed` with the phone's words. */
  installApk: [{ readonly id: number; readonly file: File }, { readonly said: string }];
  /** Copies a file to the phone's Download folder; resolves with its path there. */
  pushFile: [{ readonly id: number; readonly file: File }, { readonly path: string }];
  /** What a tool would refuse of these arguments; empty when it would take them. `unknown-tool`. */
  checkArguments: [
    { readonly name: string; readonly argumentsJson: string },
    readonly ArgumentProblem[],
  ];
  /** Runs a tool as the person. Tool errors come back in the record, not as a rejection. */
  runTool: [{ readonly name: string; readonly argumentsJson: string }, CallRecord];
  /** Runs a tool for an agent of this page that has no MCP of its own, under the person's controls. */
  runAgentTool: [
    { readonly agent: string; readonly name: string; readonly argumentsJson: string },
    CallRecord,
  ];
  /** Every tool of the registry, whatever the controls say. */
  listTools: [null, readonly ToolInfo[]];
  /** Serves MCP on this port, which is transferred, as the agent of this name. Resolves when the far side has closed it; aborting closes it, too. */
  openDoor: [{ readonly agent: string; readonly port: MessagePort }, null];
  /** In force at once, also for calls that wait. Until the first time no agent reaches the phone. */
  setControls: [Controls, null];
  answerQuestion: [{ readonly id: number; readonly say: Say }, null];
  /** Ends every call of everybody and lifts all fingers; resolves when none is down. */
  stopEverything: [null, null];
  /** Makes this console the one for agents that chose no phone. */
  leadConsoles: [null, null];
}

/** What the worker tells the page: name -> data. */
export interface Events {
  phone: PhoneStatus;
  bridge: BridgeStatus;
  /** The calls that run, the last begun last. */
  running: readonly RunningCall[];
  /** The calls that wait for the person's yes, the oldest first. */
  questions: readonly Question[];
  /** Every open console of the bridge, this one among them; empty without a bridge. */
  consoles: readonly OpenConsole[];
  /** A gesture of a call begins; the person's own hands are not told of. */
  gesture: PlayedGesture;
  /** It was not played to its end: refused by the phone, or cancelled. */
  gestureFailed: { readonly id: number };
  call: CallRecord;
  /** The screen after a call, once it came to rest. */
  callAfter: { readonly id: number; readonly picture: PictureData };
  live: LiveStatus;
  motion: Motion;
  figures: LiveFigures;
  acting: ActingWay;
  log: LogBatch;
  transfer: Transfer;
}
