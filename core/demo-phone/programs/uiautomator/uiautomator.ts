import { FileError, type FileSystem } from '../../files.ts';
import { encodeUtf8 } from '../../bytes.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import {
  intersect,
  isEmpty,
  rectOfSize,
  type Rect,
  type Rotation,
  type Size,
} from '#core/geometry.ts';
import type { AndroidVersion } from '../../options.ts';
import { emptyLayoutNode, type DumpNode } from '../../world.ts';
import { otherDisplayPackage } from '../dumpsys/window.ts';
import { rememberRotation } from './rotation-lock.ts';

/** Time of a dump in ms: start, connect, wait for 1 s without events, walk. About 2 s on a mid-range phone, by bug reports. */
const dumpMs = 2000;
/** UiAutomation.waitForIdle(1000, 10000) in DumpCommand. */
const idleTimeoutMs = 10_000;
/** When the fault `dump-killed` ends it. Guess. */
const killedAfterMs = 3_000;
/** 128 + SIGKILL. */
const killedCode = 137;
/** Environment.getLegacyExternalStorageDirectory() and DumpCommand.DEFAULT_DUMP_FILE. */
const defaultFile = '/sdcard/window_dump.xml';

interface DumpOptions {
  readonly compressed: boolean;
  readonly file: string;
}

/** `uiautomator` of com.android.commands.uiautomator; messages and exit codes as in its source. */
export const uiautomator: Program = {
  names: ['uiautomator'],
  main: async (context) => {
    const [, command = 'help', ...rest] = context.argv;
    if (command === 'dump') return dump(context, optionsOf(context, rest));
    if (command === 'help') {
      await context.err(usage);
      return 0;
    }
    await context.err(`ERROR: unknown command: ${command}\n${usage}`);
    return 1; // Guess.
  },
};

/** Parses the arguments as DumpCommand.run does: unknown options are ignored, the last path is used. */
function optionsOf({ path }: ProgramContext, args: readonly string[]): DumpOptions {
  const file = args.findLast((word) => !word.startsWith('-'));
  return {
    compressed: args.includes('--compressed'),
    file: file === undefined ? defaultFile : path(file),
  };
}

async function dump(context: ProgramContext, options: DumpOptions): Promise<number> {
  const { system, pid } = context;
  const { counters, faults } = system;
  if (counters.uiAutomationPid !== undefined || faults.has('automation-taken'))
    return dieOf(context, 'UiAutomatorHandlerThread', alreadyRegistered(pid));
  counters.uiAutomationPid = pid;
  const restoreRotation = rememberRotation(system);
  try {
    const code = await dumpExclusively(context, options);
    // A process that is killed restores nothing.
    if (code !== killedCode) restoreRotation();
    return code;
  } finally {
    counters.uiAutomationPid = undefined;
  }
}

/** DumpCommand prints its errors to stderr and returns, so the exit code is 0. */
async function dumpExclusively(context: ProgramContext, options: DumpOptions): Promise<number> {
  const { faults, counters } = context.system;
  if (faults.has('dump-killed')) {
    await context.simulateLatency(killedAfterMs);
    return killedCode;
  }
  if (faults.has('no-idle')) await context.simulateLatency(idleTimeoutMs);
  if (faults.has('no-idle') || (!options.compressed && !(await waitForIdle(context)))) {
    await context.err('ERROR: could not get idle state.\n');
    return 0;
  }
  await context.simulateLatency(dumpMs);
  if (faults.has('null-root')) {
    await context.err('ERROR: null root node returned by UiTestAutomationBridge.\n');
    return 0;
  }
  if (hasUnwritableText(context.system.world.hierarchy()))
    return dieOf(context, 'main', 'java.lang.IllegalArgumentException: Illegal character');
  counters.dumps++;
  const writesFile = !faults.has('stale-dump') || counters.dumps % 2 === 0;
  if (writesFile) await writeDump(context, options);
  await context.out(`UI hierchary dumped to: ${options.file}\n`);
  return 0;
}

/** Waits as UiAutomation.waitForIdle; false if the screen still moves at the deadline. */
async function waitForIdle({ system, signal }: ProgramContext): Promise<boolean> {
  if (!system.world.isAnimating) return true;
  const deadline = AbortSignal.timeout(idleTimeoutMs);
  try {
    await system.world.whenIdle(AbortSignal.any([signal, deadline]));
    return true;
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw error;
    return false;
  }
}

/** Writes the dump. An error is only logged: success is printed although there is no file. */
async function writeDump(context: ProgramContext, options: DumpOptions): Promise<void> {
  const { files } = context.system;
  const bytes = dumpBytes(context, options);
  if (options.file === '/dev/tty') return context.tty(bytes);
  if (options.file === '/dev/stdout') return context.out(bytes);
  if (options.file === '/dev/null') return;
  try {
    files.write(options.file, bytes);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
}

/** The window on another display, which has the focus: getRootInActiveWindow is of that one. */
function otherDisplayTree(size: Size): DumpNode {
  const root = emptyLayoutNode(otherDisplayPackage, rectOfSize(size));
  const text = { ...root, className: 'android.widget.TextView', text: 'On the other display' };
  return { ...root, children: [text] };
}

function dumpBytes({ system }: ProgramContext, options: DumpOptions): Uint8Array<ArrayBuffer> {
  const { world, android } = system;
  const captured = world.capturedDumpBytes();
  if (captured) return captured;
  const tree = world.focusedDisplay === 0 ? world.hierarchy() : otherDisplayTree(world.screenSize);
  const root = options.compressed ? compressTree(tree) : tree;
  return encodeUtf8(
    dumpXml(withVisibleBounds(root, world.screenSize, android), world.rotation, android),
  );
}

/**
 * An exception that DumpCommand does not catch: RuntimeInit logs it and kills the process, and the shell says only
 * that.
 */
async function dieOf(
  { system, pid, err }: ProgramContext,
  thread: string,
  exception: string,
): Promise<number> {
  const message = `FATAL EXCEPTION: ${thread}\nPID: ${pid}\n${exception}`;
  system.log.write({ buffer: 'crash', pid, level: 'E', tag: 'AndroidRuntime', message });
  await err('Killed \n');
  return killedCode;
}

/** NUL and halves of surrogate pairs: stripInvalidXMLChars keeps them, and KXmlSerializer throws. */
const unwritable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function hasUnwritableText({ text, description, children }: DumpNode): boolean {
  return unwritable.test(text) || unwritable.test(description) || children.some(hasUnwritableText);
}

/** What UiAutomationManager throws at the process that connects while another one is connected. */
export function alreadyRegistered(pid: number): string {
  return `java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@${(pid * 7919).toString(16)}already registered!`;
}

/** The help of uiautomator's Launcher, shortened to the supported commands. */
const usage = `Usage: uiautomator <subcommand> [options]

dump: creates an XML dump of current UI hierarchy
    dump [--compressed][file]
`;

/** AccessibilityNodeInfoHelper.getVisibleBoundsInScreen: what lies beyond the display is empty from Android 10 on. */
function withVisibleBounds(node: DumpNode, size: Size, android: AndroidVersion): DumpNode {
  const isBeyond = isEmpty(intersect(node.bounds, rectOfSize(size)));
  const bounds = isBeyond && android >= 10 ? { left: 0, top: 0, right: 0, bottom: 0 } : node.bounds;
  const children = node.children.map((child) => withVisibleBounds(child, size, android));
  return { ...node, bounds, children };
}

/** XmlSerializer.startDocument("UTF-8", true). */
const declaration = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`;

/** The complete dump on one line, as AccessibilityNodeInfoDumper writes it. */
export function dumpXml(root: DumpNode, rotation: Rotation, android: AndroidVersion): string {
  const node = nodeXml(root, { index: 0, order: 0, android });
  return `${declaration}<hierarchy rotation="${rotation}">${node}</hierarchy>`;
}

interface SiblingPosition {
  /** Position among the siblings. */
  readonly index: number;
  /** Drawing order among the siblings, from 1; 0 for the root. */
  readonly order: number;
  readonly android: AndroidVersion;
}

function nodeXml(node: DumpNode, position: SiblingPosition): string {
  const start = `<node${attributesOf(node, position)}`;
  if (node.children.length === 0) return `${start} />`;
  const children = node.children.map((child, index) =>
    nodeXml(child, { index, order: index + 1, android: position.android }),
  );
  return `${start}>${children.join('')}</node>`;
}

/** The attributes in the order of AccessibilityNodeInfoDumper.dumpNodeRec; the last two as in captured dumps of Android 14 and later. */
function attributesOf(node: DumpNode, { index, order, android }: SiblingPosition): string {
  const { bounds } = node;
  const values: [string, string][] = [
    ['index', String(index)],
    ['text', stripInvalid(node.text)],
    ['resource-id', stripInvalid(node.resourceId)],
    ['class', stripInvalid(node.className)],
    ['package', stripInvalid(node.packageName)],
    ['content-desc', stripInvalid(node.description)],
    ['checkable', String(node.checkable)],
    ['checked', String(node.checked)],
    ['clickable', String(node.clickable)],
    ['enabled', String(node.enabled)],
    ['focusable', String(node.focusable)],
    ['focused', String(node.focused)],
    ['scrollable', String(node.scrollable)],
    ['long-clickable', String(node.longClickable)],
    ['password', String(node.password)],
    ['selected', String(node.selected)],
    ['bounds', `[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`],
  ];
  if (isNotAccessibilityFriendly(node)) values.unshift(['NAF', 'true']);
  if (android >= 14) {
    values.push(['drawing-order', String(order)], ['hint', stripInvalid(node.hint)]);
  }
  return values.map(([name, value]) => attributeXml(name, value)).join('');
}

/** AccessibilityNodeInfoDumper.NAF_EXCLUDED_CLASSES. */
const nafExcluded = ['GridView', 'GridLayout', 'ListView', 'TableLayout'].map(
  (name) => `android.widget.${name}`,
);

/** Whether a node is enabled and clickable, and neither it nor a descendant has a text or description. */
function isNotAccessibilityFriendly(node: DumpNode): boolean {
  if (nafExcluded.some((name) => node.className.endsWith(name))) return false;
  return node.clickable && node.enabled && !hasText(node);
}

function hasText(node: DumpNode): boolean {
  return node.text !== '' || node.description !== '' || node.children.some(hasText);
}

/** ` name="value"` as Android's XmlSerializer writes it (kxml2), in single quotes where the value holds double ones. */
export function attributeXml(name: string, value: string): string {
  const quote = value.includes('"') ? "'" : '"';
  return ` ${name}=${quote}${escapeAttribute(value, quote)}${quote}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Escapes an attribute value; characters beyond the BMP become decimal references (`writeSurrogate`). */
function escapeAttribute(value: string, quote: string): string {
  const escaped = quote === "'" ? /[&<>'\t\n\r]/g : /[&<>\t\n\r]/g;
  return value
    .replace(escaped, (character) => entities[character] ?? character)
    .replace(/[\u{10000}-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** Replaces characters that XML cannot contain by dots: AccessibilityNodeInfoDumper.stripInvalidXMLChars, and in yadb also NUL and halves of surrogate pairs. */
export function stripInvalid(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  const invalid = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ufffe\uffff]/g;
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  return text.replace(invalid, '.').replace(lone, '.');
}

/**
 * The tree of `--compressed`: views that are not important for accessibility are replaced by their
 * children. The root stays.
 */
export function compressTree(root: DumpNode): DumpNode {
  return { ...root, children: root.children.flatMap(importantNodes) };
}

function importantNodes(node: DumpNode): DumpNode[] {
  const children = node.children.flatMap(importantNodes);
  return isImportant(node) ? [{ ...node, children }] : children;
}

/**
 * android.view.View.isImportantForAccessibility in automatic mode: interactive views, and text and
 * image views with a text or description. A resource id does not matter. Guess: lists (scrollable)
 * are important, as RecyclerView sets it.
 */
function isImportant(node: DumpNode): boolean {
  const isInteractive = node.clickable || node.longClickable || node.focusable;
  const isStateful = node.checkable || node.scrollable || node.password;
  return (
    isInteractive || isStateful || node.text !== '' || node.description !== '' || node.hint !== ''
  );
}

/** Paths where tools write dumps, from their sources. */
const commonDumpPaths = ['/sdcard', '/data/local/tmp'].flatMap((directory) =>
  ['window_dump', 'ui', 'dump', 'uidump', 'ui_dump', 'view', 'x', 'hierarchy'].map(
    (name) => `${directory}/${name}.xml`,
  ),
);

/** Writes dumps of an earlier screen to the common paths, for the fault `stale-dump`. */
export function writeStaleDumps(files: FileSystem, android: AndroidVersion): void {
  const bytes = encodeUtf8(dumpXml(oldScreen, 0, android));
  const yesterdayS = Math.floor(Date.now() / 1000) - 86_400;
  for (const path of commonDumpPaths) files.write(path, bytes, { modifiedS: yesterdayS });
}

const emptyScreen = emptyLayoutNode('com.example.yesterday', {
  left: 0,
  top: 0,
  right: 1080,
  bottom: 2400,
});

const oldScreen: DumpNode = {
  ...emptyScreen,
  children: [
    textNode('This screen was left yesterday', { left: 64, top: 400, right: 1016, bottom: 480 }),
    {
      ...textNode('Pay now', { left: 64, top: 1200, right: 1016, bottom: 1340 }),
      className: 'android.widget.Button',
      resourceId: 'com.example.yesterday:id/pay',
      clickable: true,
      focusable: true,
    },
  ],
};

function textNode(text: string, bounds: Rect): DumpNode {
  return { ...emptyScreen, className: 'android.widget.TextView', text, bounds };
}
