/** What agents do in a long run: calls whose results are known, on the demo phone's calculator. */
import type { Agent, ToolCallResult } from '../agents.ts';
import type { SoakPhone } from './rig.ts';

interface Operation {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** What its text must contain. */
  readonly shows: RegExp;
  /** Where fingers go down, as `x,y`. */
  readonly touches?: readonly string[];
  readonly hasPicture?: true;
}

/** An agent, and the phone that its calls reach. */
export interface Caller {
  readonly agent: Agent;
  readonly name: string;
  readonly phone: SoakPhone;
}

export interface CallRecord {
  readonly agent: string;
  readonly phone: string;
  readonly tool: string;
  /** Since the begin of the run. */
  readonly startMs: number;
  readonly durationMs: number;
  /** What was wrong with its result; null if nothing. */
  readonly fault: string | null;
}

/** Where a click on this key of the calculator touches, as the state of its screen tells. */
function centreOf(key: 'del' | 'digit_7' | 'digit_8', state: string): string {
  const row = state.split('\n').find((line) => line.includes(`:id/${key}\t`));
  const [left = NaN, top = NaN, right = NaN, bottom = NaN] =
    row?.split('\t').at(-2)?.split(',').map(Number) ?? [];
  return `${Math.floor((left + right - 1) / 2)},${Math.floor((top + bottom - 1) / 2)}`;
}

/** A different point of the calculator's display for each, where a touch does nothing. */
function place(count: number): { readonly x: number; readonly y: number } {
  return { x: 60 + (count % 190) * 5, y: 200 + Math.floor(count / 190) * 4 };
}

/** The operation of this turn; `count` differs for all agents of a phone; `state` is its screen at the begin. */
function operation(turn: number, count: number, state: string): Operation {
  const { x, y } = place(count);
  const operations: readonly Operation[] = [
    {
      tool: 'get_screen_state',
      shows: /^app:com\.android\.calculator2 .*[^]*\/digit_7\t/m,
    },
    { tool: 'tap', args: { x, y }, shows: /\d/, touches: [`${x},${y}`] },
    { tool: 'find_elements', args: { by: 'text', value: '7' }, shows: /digit_7/ },
    {
      tool: 'click_element',
      args: { selector: '@digit_7' },
      shows: /7/,
      touches: [centreOf('digit_7', state)],
    },
    { tool: 'get_screen_tree', args: { compact: true }, shows: /"7"[^]*"8"[^]*^snapshot:/m },
    { tool: 'diff_screen', shows: /^(?:since snapshot|no change in the elements since)/m },
    {
      tool: 'click_element',
      args: { selector: '@del', observe: 'diff' },
      shows: /since|no change/,
      touches: [centreOf('del', state)],
    },
    { tool: 'summarize_screen', shows: /^\[Screen: com\.android\.calculator2 [^]*10 keys: /m },
    {
      tool: 'swipe',
      args: { x1: x, y1: y, x2: x, y2: y + 300, duration: 80 },
      shows: /\d/,
      touches: [`${x},${y}`],
    },
    {
      tool: 'get_screen_state',
      args: { include_screenshot: true },
      shows: /\/digit_8\t/,
      hasPicture: true,
    },
    {
      tool: 'run_steps',
      args: {
        steps: [
          { tool: 'click_element', arguments: { selector: '@digit_8' } },
          { tool: 'click_element', arguments: { selector: '@del' } },
        ],
      },
      shows: /2/,
      touches: [centreOf('digit_8', state), centreOf('del', state)],
    },
    { tool: 'query_elements', args: { selector: '@digit_8' }, shows: /digit_8/ },
    { tool: 'wait_for_element', args: { selector: '@digit_7', timeout: 20_000 }, shows: /digit_7/ },
    { tool: 'get_device_logs', args: { last_lines: 20 }, shows: /"line_count":20/ },
  ];
  const chosen = operations[turn % operations.length];
  if (chosen === undefined) throw new Error('There are no operations.');
  return chosen;
}

/** The calls of all agents, and the touches that they were to make. */
export class Calls {
  readonly records: CallRecord[] = [];
  /** How often a finger went down at a point by the results of the calls, by phone and `x,y`; `most` counts those that failed, too. */
  readonly expected = new Map<SoakPhone, Map<string, { least: number; most: number }>>();
  readonly #startMs = performance.now();
  readonly #counts = new Map<SoakPhone, number>();
  /** The screen of each phone at the begin. */
  readonly #states = new Map<SoakPhone, string>();

  countOf(phone: SoakPhone): number {
    return this.#counts.get(phone) ?? 0;
  }

  /** One call, judged by what it must return. */
  async make({ agent, name, phone }: Caller, turn: number): Promise<CallRecord> {
    const count = this.countOf(phone);
    this.#counts.set(phone, count + 1);
    const state = this.#states.get(phone) ?? (await agent.call('get_screen_state')).text;
    this.#states.set(phone, state);
    const { tool, args, touches = [], ...expected } = operation(turn, count, state);
    const startMs = performance.now();
    const fault = await agent.call(tool, args).then(
      (result) => faultOf(result, expected),
      (error: unknown) => String(error),
    );
    this.#expect(phone, touches, fault === null);
    const record = {
      agent: name,
      phone: phone.name,
      tool,
      fault,
      startMs: startMs - this.#startMs,
      durationMs: performance.now() - startMs,
    };
    this.records.push(record);
    return record;
  }

  #expect(phone: SoakPhone, touches: readonly string[], isDone: boolean): void {
    const points = this.expected.get(phone) ?? new Map<string, { least: number; most: number }>();
    this.expected.set(phone, points);
    for (const point of touches) {
      const { least, most } = points.get(point) ?? { least: 0, most: 0 };
      points.set(point, { least: least + (isDone ? 1 : 0), most: most + 1 });
    }
  }
}

/** What a call says that a machine was too busy for; it claims nothing. */
export const deadlineError = /didn't finish .* within|does not answer: it has been silent/;

function faultOf(
  { isError, text, images }: ToolCallResult,
  { shows, hasPicture }: Pick<Operation, 'shows' | 'hasPicture'>,
): string | null {
  if (isError || !shows.test(text)) return text.slice(0, 2_000);
  // A JPEG has an end marker.
  const isWhole = images[0]?.bytes.subarray(-2).toString('hex') === 'ffd9';
  return hasPicture === true && !isWhole ? 'no whole picture' : null;
}
