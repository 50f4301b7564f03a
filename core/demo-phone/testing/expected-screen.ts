/**
 * The expected output of get_screen_state for the demo phone, computed independently: from the model
 * of its screen and the specification, without uiautomator's XML, ADB or any code of the product.
 */
import type { Size } from '../../geometry.ts';
import { createDemoPhone } from '../demo-phone.ts';
import type { DemoPhoneOptions } from '../options.ts';
import type { DumpNode } from '../world.ts';
import { createNodeCanvas } from './node-canvas.ts';

const notes = `note:structural-only nodes are omitted from the tree
note:certain elements are custom and will not be properly reported, if needed or if tools are not working as expected set include_screenshot=true to see the screen and take what you see into account
note:flags: on=onscreen off=offscreen clk=clickable lclk=longClickable foc=focusable scr=scrollable edt=editable ena=enabled
note:offscreen items require scroll_to_element before interaction`;

const displayOffNote =
  'note:The display is off, and touches do nothing: press_key WAKEUP turns it on; if the phone is locked then, ask the user to unlock it.';

const header = 'id\tclass\ttext\tdesc\tres_id\tbounds\tflags';

/** The expected text right after the phone is connected, and the screen's size. */
export async function expectedScreen(
  options: Omit<DemoPhoneOptions, 'canvas' | 'latency'> & { readonly activity: string },
): Promise<{ readonly text: string; readonly size: Size }> {
  const canvas = createNodeCanvas();
  const { world } = await createDemoPhone({ ...options, latency: 'none', canvas });
  const size = world.screenSize;
  const density = world.overrideDensity ?? world.physicalDensity;
  const orientation = size.width > size.height ? 'landscape' : 'portrait';
  const lines = [
    notes,
    `app:${options.activity.replace('/', ' activity:')}`,
    `screen:${size.width}x${size.height} density:${density} orientation:${orientation}`,
    header,
    ...rows(asDumped(world.hierarchy(), size), size),
    ...(world.displayOn ? [] : [displayOffNote]),
  ];
  return { text: lines.join('\n'), size };
}

/** From Android 10 on, what lies beyond the display has empty bounds. */
function asDumped(node: DumpNode, size: Size): DumpNode {
  const { left, top, right, bottom } = node.bounds;
  const isBeyond = left >= size.width || top >= size.height || right <= 0 || bottom <= 0;
  return {
    ...node,
    bounds: isBeyond ? { left: 0, top: 0, right: 0, bottom: 0 } : node.bounds,
    children: node.children.map((child) => asDumped(child, size)),
  };
}

function rows(root: DumpNode, size: Size): string[] {
  const seen = new Map<string, number>();
  const visit = (node: DumpNode, parents: readonly string[], index: number): string[] => {
    const id = elementId(node, parents, index);
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    const own = isKept(node) ? [row(times === 1 ? id : `${id}_${times}`, node, size)] : [];
    const below = node.children.flatMap((child, at) => visit(child, [...parents, id], at));
    return [...own, ...below];
  };
  return visit(root, [], 0);
}

const edges = ({ bounds }: DumpNode): string =>
  [bounds.left, bounds.top, bounds.right, bounds.bottom].join();

function elementId(node: DumpNode, parents: readonly string[], index: number): string {
  const place = [edges(node), parents.length, index, parents.at(-1) ?? 'root'];
  const source = [node.resourceId, node.className, ...place].join('|');
  let hash = 0n;
  for (let at = 0; at < source.length; at++) hash = hash * 31n + BigInt(source.charCodeAt(at));
  return `node_${BigInt.asUintN(32, hash).toString(16)}`;
}

const isEdited = ({ className, password }: DumpNode): boolean =>
  password || className.endsWith('EditText');

function isKept(node: DumpNode): boolean {
  const hasContent = `${node.text}${node.description}${node.resourceId}` !== '';
  return hasContent || node.clickable || node.longClickable || node.scrollable || isEdited(node);
}

function row(id: string, node: DumpNode, { width, height }: Size): string {
  const { left, top, right, bottom } = node.bounds;
  const hasArea = left < right && top < bottom;
  const isOnScreen = hasArea && left < width && top < height && right > 0 && bottom > 0;
  const flags = [
    isOnScreen ? 'on' : 'off',
    node.clickable && 'clk',
    node.longClickable && 'lclk',
    node.focusable && 'foc',
    node.scrollable && 'scr',
    isEdited(node) && 'edt',
    node.enabled && 'ena',
  ];
  return [
    id,
    cell(node.className.split('.').at(-1) ?? ''),
    truncated(node.text),
    truncated(node.description),
    cell(node.resourceId),
    edges(node),
    flags.filter((flag) => flag !== false).join(),
  ].join('\t');
}

const cell = (text: string): string => text.replace(/[\t\r\n]/g, ' ').trim() || '-';

function truncated(text: string): string {
  const whole = cell(text);
  return whole.length > 100 ? `${whole.slice(0, 100)}...truncated` : whole;
}

/** Removes the snapshot line from a tool's text; the rest is the same for the same screen. */
export function withoutSnapshot(text: string): string {
  return text.replace(/\nsnapshot:s\d+(?=\n|$)/, '');
}
