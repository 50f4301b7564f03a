/**
 * All messages between page and worker, as two type maps. Only data that survives structured
 * clone: the worker flattens tools and screens into these shapes.
 */
import type { Call, PictureData, ScreenFacts } from '../call.ts';
import type { StepPlan } from '../caller.ts';
import type { WireError } from '../errors.ts';
import type { Rect, Rotation, Size } from '../geometry.ts';
import type { FileFailure, FolderListing } from '../phone/files.ts';
import type { NotificationList } from '../phone/notifications.ts';
import type { AppDetails, InstalledApps } from '../phone/apps.ts';
import type { DeviceReport } from '../phone/device-state.ts';
import type { AgentTokenChange, AgentTokens } from '../relay/agent-tokens.ts';
import type { AgentSetup, OpenConsole } from '../relay/frames.ts';
import type { ToolWords } from '../tool-words.ts';
import type { ElementFacts, PinnedDiff, PinnedScreen } from './inspection.ts';
import type { AgentPolicy, PolicyTool, TrustLevel } from './policy.ts';
import type {
  AgentContact,
  ArgumentProblem,
  CallProgress,
  PlayedGesture,
  ScriptRequest,
  StepScript,
  ShownText,
  SuggestedSelector,
  TouchPreviewInfo,
} from './call.ts';
import type {
  InputBackendStatus,
  LiveMetrics,
  LiveMotion,
  LiveStatus,
  RecordingStatus,
  UserInputEvent,
} from './live.ts';
import type {
  AdbServerStatus,
  FoundPhone,
  PairingRequest,
  DemoPhoneRequest,
  LogBatch,
  PhoneInfo,
  PhoneOriginals,
  PhoneRequest,
  PhoneStatus,
  ReadingStatus,
  Transfer,
  WatchRequest,
} from './phone-status.ts';

export type { PictureData };

/** A state of an element, as `elementStates` in core/screen names it. */
export type ElementState =
  | 'checked'
  | 'selected'
  | 'focused'
  | 'disabled'
  | 'offscreen'
  | 'covered'
  | 'clickable'
  | 'long-clickable'
  | 'checkable'
  | 'scrollable'
  | 'editable'
  | 'password';

/** One element of the screen: a row of the table or a line of the tree. */
export interface ElementRow {
  readonly id: string;
  /** Child indices from the root, `0.0.1`. */
  readonly path: string;
  readonly depth: number;
  /** Whether agents are shown it: it has a text, a description, an id or an action. */
  readonly isKept: boolean;
  readonly simpleClass: string;
  readonly text: string;
  readonly description: string;
  /** What names an element to press without a text or description: a text inside, or beside a switch; else empty. */
  readonly label: string;
  readonly resourceId: string;
  /** In device pixels of the current rotation. */
  readonly bounds: Rect;
  /** What is true of it now, in the order of `elementStates` in core/screen. */
  readonly states: readonly ElementState[];
}

/** The screen as the console shows it. */
export interface ScreenView {
  readonly takenAtEpochMs: number;
  readonly packageName: string;
  readonly activity: string;
  /** Device pixels of the current rotation: the coordinate space of the rows' bounds. */
  readonly size: Size;
  readonly density: number;
  readonly rotation: Rotation;
  /** All elements, in document order; empty if they could not be read, as `problem` says. */
  readonly rows: readonly ElementRow[];
  /** The picture without marks, PNG or JPEG; null when it failed and while the live view shows the screen. */
  readonly picture: PictureData | null;
  /** Why part of the screen could not be read; null when everything was. */
  readonly problem: WireError | null;
}

/** The matches of a selector on the last screen that the page received. */
export interface SelectorMatches {
  /** When the searched view was taken. */
  readonly takenAtEpochMs: number;
  /** Ids in document order, including elements that agents are not shown. */
  readonly ids: readonly string[];
  /** If nothing matches, selectors of the most similar elements; each matches exactly one. */
  readonly nearest: readonly string[];
}

/** The question whether a call may run, which waits for the user's answer. */
export interface CallQuestion extends Pick<Call, 'agent' | 'from' | 'tool'> {
  readonly id: number;
  readonly argumentsJson: string;
  /** When no answer counts as no; while it waits behind another question, the latest that this can be. */
  readonly deadlineEpochMs: number;
  /** Where it would touch; null where it touches nothing or that is unknown. */
  readonly touchPreview: TouchPreviewInfo | null;
  /** Whether the element that it is aimed at is not on the screen as last read; of a call that types at the focus, whether no field had it. */
  readonly isTargetGone: boolean;
  /** The app that it names, else the one in which it would act, by its name where that is known, else by its package; null where it acts in none. */
  readonly app: string | null;
  /** What it may lose or send out of the phone, in one sentence; null if nothing. */
  readonly risk: string | null;
  /** What the answer `agent` covers; null where any yes is for this call only: it is risky, or its tool has a rule of its own. */
  readonly grants: TrustLevel | null;
  /** The user has allowed it before, and then the call would have acted on another element. */
  readonly isAskedAgain: boolean;
  /** Whether the agent has its name from a token of its own; absent where it has chosen it. */
  readonly hasOwnToken?: true;
  /** The calls that wait for the answer: the one it is about, and the one that it is a step of. */
  readonly callIds: readonly number[];
  /** Its place among the steps of another call; null where it is none. */
  readonly plan: StepPlan | null;
}

/** How long the user has for an answer from when they see the question, the first of those that wait. */
export const answerDeadlineMs = 45_000;

/** `agent`: yes also to what the question `grants`, asked by this agent now or later, until a rule changes, a bridge is joined or the page closes. */
export type QuestionAnswer = 'once' | 'agent' | 'no';

/** The longest word to the agent with a no, in UTF-16 units. */
export const maxReasonLength = 200;

/** A call that has begun; it may be queued or waiting for the user. */
export interface ActiveCallInfo extends Pick<
  Call,
  'id' | 'agent' | 'from' | 'tool' | 'startedAtEpochMs'
> {
  /** The last progress that the tool reported; absent before the first report. */
  readonly progress?: CallProgress;
}

/** A tool as the page shows it and offers it to agents in the browser. */
export interface ToolInfo extends PolicyTool {
  readonly title: string;
  readonly words: ToolWords;
  readonly description: string;
  /** What it is for: the heading of its group. */
  readonly family: string;
  /** Whether a captured screen is enough for it. */
  readonly readsOnlyScreen: boolean;
  /** JSON Schema of the tool's arguments; `values` are all those of a parameter that it does not list. */
  readonly inputSchema: { readonly [key: string]: unknown };
  readonly values?: { readonly [parameter: string]: readonly string[] };
}

/** How much is in files and folders. */
export interface FileCount {
  readonly files: number;
  readonly folders: number;
  readonly totalBytes: number;
  /** How many could not be read or followed. */
  readonly unread: number;
}

/** Files of the phone as one file that the page can read until it releases the download. */
export interface DownloadedFiles {
  readonly file: File;
  /** To save it by. */
  readonly name: string;
  /** What is not in it, or only in part. */
  readonly failures: readonly FileFailure[];
}

/** The calls that the page makes to the worker: name -> [argument, result]. */
export interface Calls {
  /** A worker that is alive answers at once. */
  ping: [null, null];
  /** Connects the phone with this serial number, or with null the first one, at USB or the adb server. Resolves when connected. */
  connectPhone: [PhoneRequest, PhoneInfo];
  /** Keeps looking for the phone with this serial number, or with null for any that the user granted before; resolves at once. */
  watchPhone: [WatchRequest, null];
  /** Loads what the demo phone needs, when the user seems about to choose it. */
  prepareDemo: [null, null];
  connectDemo: [DemoPhoneRequest, PhoneInfo];
  /** Emits the state of the adb server as `adbServer` events, now and at every change, until aborted. */
  watchAdbServer: [null, null];
  /** Starts adb's server where the bridge runs. Rejects with `command-failed`. */
  startAdb: [null, null];
  /** The phones that the adb server finds on the network. Rejects with `unsupported` where it is too old to look for any. */
  findPhones: [null, readonly FoundPhone[]];
  /** Pairs the adb server's computer with a phone. Rejects with `command-failed`, or with `unsupported` where adb is too old. */
  pairPhone: [PairingRequest, null];
  /** Has the adb server forget the phone at this address. */
  removePhone: [string, null];
  disconnect: [null, null];
  /** Opens a socket to this bridge, replacing any earlier one, and keeps it open. Permissions that the user gave to agents are reset. */
  joinBridge: [
    /** `tab` identifies this tab and survives a reload. */
    { readonly url: string; readonly secret: string; readonly tab: string },
    null,
  ];
  /** Takes a screenshot in the phone's own pixels. Rejects with `screenshot-failed`. */
  takeScreenshot: [null, PictureData];
  /** Records the screen, or ends that, or deletes the videos; the status follows as `recording`. Rejects as PhoneRecorder in core/recording.ts does. */
  record: [{ readonly action: 'start' | 'stop' | 'discard' }, null];
  /** Reads the screen for the console; not recorded as a call. */
  readScreen: [{ readonly allowsRecent: boolean }, ScreenView];
  /** What tells the screen from others, as last read if it has not changed since; null if it can't be read. */
  readScreenFacts: [null, ScreenFacts | null];
  /**
   * Searches the screen of the last `readScreen`. Rejects with `invalid-argument` for an invalid
   * selector, naming the column, and where there are no elements to search.
   */
  matchSelector: [{ readonly selector: string }, SelectorMatches];
  /** Selectors of one element of that screen, best first; rejects with `element-not-found` when it is gone. */
  suggestSelectors: [{ readonly id: string }, readonly SuggestedSelector[]];
  /** Everything known about one element of that screen; rejects with `element-not-found` when it is gone. */
  describeElement: [{ readonly id: string }, ElementFacts];
  /** Pins that screen for comparison. Rejects with `element-not-found` if no screen was read. */
  pinScreen: [null, PinnedScreen];
  unpinScreen: [null, null];
  /** Compares that screen with the pinned one. */
  diffPinned: [null, PinnedDiff];
  /** Switches the live picture on or off; when on, it runs while a phone is connected. */
  setLive: [{ readonly on: boolean }, null];
  /**
   * Emits `elementsChanged` whenever the elements may have changed since they were last read, until
   * aborted; until then UiAutomation stays connected. Only where the element reader reads them.
   */
  followElements: [null, null];
  /** Lets the element reader on the phone read elements; `releaseUiAutomation` lets other programs do so for now. */
  setElementReader: [{ readonly on: boolean }, null];
  releaseUiAutomation: [null, null];
  /** Whether the page is visible: only then the live picture is drawn and a phone held by another program retried. */
  setPageVisible: [{ readonly visible: boolean }, null];
  /** On how many device pixels the page draws the live picture's longer side. */
  setDrawnSize: [{ readonly pixels: number }, null];
  /** Draws the live picture on this canvas until aborted. The canvas is transferred. */
  showLive: [{ readonly canvas: OffscreenCanvas }, null];
  /** Sends the user's input to the phone; resolves when the phone has accepted it. */
  sendInput: [UserInputEvent, null];
  /** Records the user's input, or no longer, as `call` events of the tools that do the same; without `on` as before. Earlier steps used `usedApps`, by their packages; any other app that was left open starts afresh when its icon is pressed, as it does when the steps are run. Resolves when all so far were emitted. */
  recordInput: [{ readonly on?: boolean; readonly usedApps?: readonly string[] }, null];
  /** Texts that were on the screen before the last touch that was recorded, and are there no longer; empty where the screen can't be read. */
  listGoneTexts: [null, readonly ShownText[]];
  /** Copies or cuts the selection on the phone. Resolves with the text, null where that did not change the phone's clipboard. */
  copySelection: [{ readonly mode: 'copy' | 'cut' }, { readonly text: string | null }];
  /** Emits the phone's log as `log` events, old lines first, until aborted. */
  watchLog: [null, null];
  /**
   * Runs a shell on the phone, with the page's terminal at the port, which is transferred (core/link/shell.ts).
   * Resolves when the shell ends; the exit code is null where the phone tells none.
   */
  openShell: [
    { readonly port: MessagePort; readonly columns: number; readonly rows: number },
    { readonly exitCode: number | null },
  ];
  /** Installs an app. Resolves with the phone's output; rejects with `command-failed`, quoting it. */
  installApk: [{ readonly id: number; readonly file: File }, { readonly output: string }];
  /** Copies a file into a folder of the phone, under a name that is free. Resolves with its path there. */
  pushFile: [
    { readonly id: number; readonly file: File; readonly folder: string },
    { readonly path: string },
  ];
  /** What is in a folder. Rejects with `command-failed` and the phone's reason, as the calls below do. */
  listFolder: [{ readonly path: string }, FolderListing];
  /** How much is in these files and folders; `unread`: in how many places it is not known. */
  countFiles: [{ readonly paths: readonly string[] }, FileCount];
  /** The first bytes of a file. */
  readFileStart: [{ readonly path: string; readonly maxBytes: number }, Uint8Array<ArrayBuffer>];
  /** Takes files into the browser, with `transfer` events of the id: one as it is, several or a folder as a ZIP file. */
  downloadFiles: [{ readonly id: number; readonly paths: readonly string[] }, DownloadedFiles];
  /** Deletes the file of a download, after a while in which the browser may still read it. */
  releaseDownload: [{ readonly id: number; readonly afterMs: number }, null];
  makeFolder: [{ readonly path: string }, null];
  /** Renames or moves, never over another file. */
  renameFile: [{ readonly from: string; readonly to: string }, null];
  /** Deletes files, and folders with all that is in them. Resolves with those that are still there, and why. */
  deleteFiles: [{ readonly paths: readonly string[] }, readonly FileFailure[]];
  /** The problems a tool finds in these arguments; empty when they are valid. Rejects with `unknown-tool`. */
  checkArguments: [
    { readonly name: string; readonly argumentsJson: string },
    readonly ArgumentProblem[],
  ];
  /** These calls as a script for another program. */
  makeStepScript: [ScriptRequest, StepScript];
  /** All apps of the phone. Rejects as PhoneApps does, as do the two below. The first time, reading their names takes a real phone some seconds. */
  listApps: [{ readonly withNames: boolean }, InstalledApps];
  readApp: [{ readonly packageName: string }, AppDetails];
  /** An app's languages as BCP 47 tags with commas between them; empty for the phone's own. */
  readAppLanguages: [{ readonly packageName: string }, string];
  /** What `get_device` tells. */
  readDevice: [null, DeviceReport];
  /** The notifications, and the names of their apps by package, where they are known. */
  listNotifications: [
    null,
    NotificationList & { readonly appNames: { readonly [packageName: string]: string } },
  ];
  /** Runs a tool for the user: at their wish, as a step of theirs, or as the pause between steps, of which no `call` tells. Resolves to the call with the answer that the user gets, of a step to that of the `call` event. Tool errors are in it; does not reject. */
  runTool: [
    {
      readonly name: string;
      readonly argumentsJson: string;
      readonly as?: 'step' | 'pause';
    },
    Call,
  ];
  /** Runs a tool, under the agent policy, for an agent in this page that does not speak MCP. Resolves to the call with the answer that the agent gets. */
  runAgentTool: [
    { readonly agent: string; readonly name: string; readonly argumentsJson: string },
    Call,
  ];
  /** Every tool of the registry, regardless of the agent policy. */
  listTools: [null, readonly ToolInfo[]];
  /** Serves MCP on this port to the agent of this name. The port is transferred. Resolves when the other side closes it; aborting closes it too. */
  serveAgentPort: [{ readonly agent: string; readonly port: MessagePort }, null];
  /** Takes effect at once, also for waiting calls. Before the first policy no agent reaches the phone. */
  setAgentPolicy: [AgentPolicy, null];
  /**
   * What settings of phones were before tools changed them, as `changedSettings` reported it. Ignored
   * for the connected phone, of which the worker knows more.
   */
  setOriginalSettings: [readonly PhoneOriginals[], null];
  answerQuestion: [
    {
      readonly id: number;
      readonly answer: QuestionAnswer;
      /** With a no, what the user tells the agent; longer than `maxReasonLength` it is cut. Empty for nothing. */
      readonly reason: string;
    },
    null,
  ];
  /** Asks about this agent's calls again, after an `agent` answer. */
  revokeTrust: [Pick<CallQuestion, 'agent' | 'from'>, null];
  /** Ends all calls, of agents and the user, and releases all touches. Resolves when no finger is down. */
  stopEverything: [null, null];
  /** Makes a token for one agent, which is the answer, or revokes one. Rejects with `invalid-argument`, `unsupported` or `command-failed`. */
  changeAgentTokens: [AgentTokenChange, { readonly answer: string }];
  /** Makes this console the default console, which serves agents that chose no phone. */
  makeDefaultConsole: [null, null];
}

/** The events that the worker emits to the page: name -> data. */
export interface Events {
  phone: PhoneStatus;
  /** Why the last changes of the demo phone could not be saved for a reload; null once they are. */
  demoNotSaved: WireError | null;
  /** The elements may have changed since they were last read. */
  elementsChanged: null;
  bridge: BridgeStatus;
  /** The active calls, in the order in which they began. */
  activeCalls: readonly ActiveCallInfo[];
  agentContact: AgentContact;
  /** The questions about calls that wait for the user's answer, oldest first. */
  questions: readonly CallQuestion[];
  /** Every open console of the bridge, including this one; empty without a bridge. */
  consoles: readonly OpenConsole[];
  /** The tokens of agents; null without a bridge that tells them. */
  agentTokens: AgentTokens | null;
  /** A gesture of a call begins. The user's own input is not reported. */
  gesture: PlayedGesture;
  /** A gesture was not played to its end: the phone refused it, or it was cancelled. */
  gestureFailed: { readonly id: number };
  /** A call has ended. Secrets in it are masked: typed passwords and clipboard texts. */
  call: Call;
  /** The screen after a call, once it is idle; again when it changes soon, with null where no picture shows it after all. */
  screenAfterCall: { readonly id: number; readonly picture: PictureData | null };
  /** What that screen showed, of a call that is recorded as a step; again when it is read again. */
  factsAfterCall: { readonly id: number; readonly facts: ScreenFacts };
  /** The adb server that the bridge reaches, and its phones. */
  adbServer: AdbServerStatus;
  live: LiveStatus;
  liveMotion: LiveMotion;
  liveMetrics: LiveMetrics;
  recording: RecordingStatus;
  inputBackend: InputBackendStatus;
  reading: ReadingStatus | null;
  /** The settings of the connected phone that tools have changed and can put back; sent when they change and after each change of the connection. */
  changedSettings: {
    readonly names: readonly string[];
    /** To be kept for later workers; null without a phone and for the demo phone, which starts anew. */
    readonly originals: PhoneOriginals | null;
  };
  log: LogBatch;
  transfer: Transfer;
}

/** The state of the socket to the bridge. */
export type BridgeStatus =
  /** The bridge did not open this page. */
  | { readonly state: 'off' }
  | { readonly state: 'connecting' }
  /** `name` identifies this console among the open ones; `setup` is null where the bridge does not serve this page; `allTools`: it was started to offer all. */
  | {
      readonly state: 'connected';
      readonly name: string;
      readonly setup: AgentSetup | null;
      readonly allTools: boolean;
    }
  /** Lost or not reachable yet; reconnects automatically. */
  | { readonly state: 'retrying'; readonly retryAtEpochMs: number; readonly error: WireError }
  /** The bridge rejected the page; retrying would not help. */
  | { readonly state: 'refused'; readonly error: WireError };
