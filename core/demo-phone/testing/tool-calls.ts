/** One call of each tool on the demo phone, from a state that can be brought about again and again. */
import type { Agent } from '../../mcp/testing/agent.ts';
import { buildApk } from './build-apk.ts';

const notes = 'com.handset.notes';
const editor = `${notes}/.EditActivity`;
const settings = 'com.android.settings/.Settings';

/** What an error must not say: it is about the program, not about the phone. */
export const unclearError = /bug in Handset|undefined|\[object|is not a function|\bNaN\b/;

/** What an error says if the phone has acted all the same. */
export const hasActed =
  /may or may not have|was started|in the foreground for a moment|Back was pressed/;

/** The arguments of a call, after the call that must come before it. */
export async function argumentsOf(
  { args, first }: ToolCall,
  agent: Pick<Agent, 'call'>,
): Promise<Record<string, unknown>> {
  if (first === undefined) return args;
  const { text } = await agent.call(first.tool, first.args);
  if (first.gives === undefined) return args;
  const { argument, value, inList } = first.gives;
  const given = value.exec(text)?.[1];
  return { ...args, [argument]: inList ? [given] : given };
}

/** The files in the bridge's folder. */
export const bridgeFiles: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'app.apk': buildApk({ packageName: 'com.example.app' }),
};

/** A call, and the state of the phone before it. */
export interface ToolCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** `package/.Activity` in front; the home screen if absent. */
  readonly activity?: string;
  /** A line of the phone's shell to run before it. */
  readonly before?: string;
  /** Whether it uses up something that can't be brought back. */
  readonly spends?: true;
  /** How long it may take where the phone is silent, in ms: as long as an MCP client waits, unless it is given. */
  readonly deadlineMs?: number;
  /** A call before it, and the argument that its answer gives. */
  readonly first?: {
    readonly tool: string;
    readonly args?: Readonly<Record<string, unknown>>;
    readonly gives?: {
      readonly argument: string;
      readonly value: RegExp;
      readonly inList?: true;
    };
  };
}

const listed = {
  tool: 'list_notifications',
  gives: { argument: 'notification_id', value: /\n(\S+)\t/ },
} as const;

export const toolCalls: readonly ToolCall[] = [
  { tool: 'get_screen_state', args: { include_screenshot: true }, activity: settings },
  { tool: 'get_screen_tree', args: {}, activity: settings },
  { tool: 'summarize_screen', args: {}, activity: settings },
  { tool: 'diff_screen', args: {}, activity: settings, first: { tool: 'get_screen_state' } },
  { tool: 'find_elements', args: { by: 'text', value: 'Apps' }, activity: settings },
  {
    tool: 'get_element_details',
    args: {},
    activity: settings,
    first: {
      tool: 'get_screen_state',
      gives: { argument: 'ids', value: /\n(node_\w+)\t/, inList: true },
    },
  },
  {
    tool: 'suggest_selectors',
    args: {},
    activity: settings,
    first: { tool: 'get_screen_state', gives: { argument: 'element_id', value: /\n(node_\w+)\t/ } },
  },
  { tool: 'query_elements', args: { selector: ':text("Apps")' }, activity: settings },
  {
    tool: 'wait_for_element',
    args: { selector: ':text("Apps")', timeout: 5_000 },
    activity: settings,
  },
  { tool: 'wait_for_idle', args: { timeout: 5_000 }, activity: settings },
  { tool: 'scroll', args: { direction: 'down' }, activity: settings },
  { tool: 'scroll_to_element', args: { selector: ':text("About phone")' }, activity: settings },
  {
    tool: 'drag',
    args: { from: ':text("Notifications")', to: '@search_action_bar', long_press: false },
    activity: settings,
  },
  { tool: 'click_element', args: { selector: ':text("Notes")' } },
  { tool: 'long_click_element', args: { selector: ':text("Notes")' } },
  { tool: 'tap', args: { x: 540, y: 1_200 } },
  { tool: 'long_press', args: { x: 540, y: 1_200 } },
  { tool: 'double_tap', args: { x: 540, y: 1_200 } },
  { tool: 'swipe', args: { x1: 540, y1: 1_800, x2: 540, y2: 900 } },
  { tool: 'pinch', args: { center_x: 540, center_y: 1_200, scale: 2 } },
  {
    tool: 'custom_gesture',
    args: {
      paths: [
        [
          { x: 100, y: 900, time: 0 },
          { x: 500, y: 900, time: 300 },
        ],
      ],
    },
  },
  { tool: 'press_back', args: {}, activity: settings },
  { tool: 'press_home', args: {}, activity: settings },
  { tool: 'press_recents', args: {}, activity: settings },
  { tool: 'press_key', args: { key: 'TAB' }, activity: editor },
  { tool: 'open_notifications', args: {} },
  { tool: 'open_quick_settings', args: {} },
  { tool: 'set_text', args: { selector: '@edit_title', text: 'Milk' }, activity: editor },
  { tool: 'input_text', args: { selector: '@edit_title', text: 'Bread é' }, activity: editor },
  { tool: 'clear_text', args: { selector: '@edit_title' }, activity: editor },
  { tool: 'dismiss_keyboard', args: {}, activity: editor },
  { tool: 'set_clipboard', args: { text: 'Bread' } },
  { tool: 'get_clipboard', args: {} },
  {
    tool: 'run_steps',
    args: {
      steps: [
        { tool: 'open_app', arguments: { package_id: notes, fresh: true } },
        { tool: 'click_element', arguments: { selector: '@fab_new_note' } },
      ],
    },
    deadlineMs: 120_000,
  },
  { tool: 'open_link', args: { url: 'https://example.com/a' } },
  { tool: 'send_intent', args: { type: 'activity', component: settings } },
  { tool: 'open_app', args: { package_id: notes, fresh: true } },
  { tool: 'get_app', args: { package_id: notes } },
  { tool: 'list_apps', args: { query: 'note' } },
  { tool: 'stop_app', args: { package_id: notes }, activity: editor },
  { tool: 'clear_app_data', args: { package_id: notes } },
  {
    tool: 'set_permission',
    args: { package_id: notes, permission: 'RECORD_AUDIO', action: 'grant' },
  },
  { tool: 'install_app', args: { file: 'app.apk' }, deadlineMs: 800_000 },
  {
    tool: 'uninstall_app',
    args: { package_id: 'com.example.app' },
    first: { tool: 'install_app', args: { file: 'app.apk', observe: 'none' } },
  },
  { tool: 'list_files', args: { path: '/sdcard' } },
  { tool: 'send_file', args: { name: 'hello.txt', text: 'hello' } },
  {
    tool: 'fetch_file',
    args: { path: '/sdcard/chaos.txt' },
    before: 'echo hello > /sdcard/chaos.txt',
  },
  { tool: 'list_notifications', args: {} },
  { tool: 'open_notification', args: {}, first: listed, spends: true },
  { tool: 'dismiss_notification', args: {}, first: listed, spends: true },
  { tool: 'lock_screen', args: {} },
  { tool: 'wake_screen', args: {}, before: 'input keyevent 223' },
  { tool: 'get_device', args: {} },
  {
    tool: 'set_device',
    args: { volume: 3 },
    before: 'cmd media_session volume --stream 3 --set 8',
  },
  { tool: 'get_device_logs', args: { last_lines: 20 } },
  {
    tool: 'run_shell',
    args: { command: 'echo one >> /sdcard/chaos.txt; cat /sdcard/chaos.txt' },
    before: 'rm -f /sdcard/chaos.txt',
  },
];
