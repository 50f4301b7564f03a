import type { DisplayTouchEvent } from '#core/demo-phone/world.ts';
import type { Call } from '#core/call.ts';
import type { TouchInput, UserInputEvent } from '#core/link/live.ts';
import {
  createPhoneHarness,
  type PhoneHarness,
  type PhoneHarnessOptions,
  watchTouches,
} from '../../adb/testing/harness.ts';
import { CallMasks } from '../../calls/mask-secrets.ts';
import { TurnQueue } from '../../waits/turn-queue.ts';
import { StepRecorder } from '../../steps/step-recorder.ts';
import { UserInputSender } from '../user-input.ts';

/** A phone, the user's input on it, and what is recorded of it. */
export interface UserInputHarness extends PhoneHarness {
  readonly userInput: UserInputSender;
  readonly turns: TurnQueue;
  readonly events: readonly DisplayTouchEvent[];
  readonly sent: { count: number };
  readonly recorder: StepRecorder;
  readonly records: readonly Call[];
}

let openHarness: UserInputHarness | undefined;

/** Closes what `setUp` opened last. */
export async function closeInputHarness(): Promise<void> {
  await openHarness?.userInput.stop();
  await openHarness?.connection.close();
}

/** Connects a phone. */
export async function setUp(options: PhoneHarnessOptions = {}): Promise<UserInputHarness> {
  const phoneHarness = await createPhoneHarness(options);
  const turns = new TurnQueue();
  const sent = { count: 0 };
  const session = {
    connected: phoneHarness.phone,
    phone: () => Promise.resolve(phoneHarness.phone),
  };
  const records: Call[] = [];
  const masks = new CallMasks();
  let lastId = 0;
  const recorder = new StepRecorder({
    nextId: () => ++lastId,
    caller: { agent: 'you', from: 'person' },
    pictures: {
      begin: () => Promise.resolve(null),
      ended: () => undefined,
      screenRead: () => undefined,
    },
    onCall: (call, secrets) => void records.push(masks.mask(call, secrets)),
  });
  const userInput = new UserInputSender({
    session,
    runExclusive: (_, signal, work) => turns.runExclusive(signal, work),
    onBeforeSend: () => {
      sent.count++;
    },
    recorder,
  });
  const events = watchTouches(phoneHarness);
  openHarness = { ...phoneHarness, userInput, turns, sent, events, recorder, records };
  return openHarness;
}

const noModifiers = { shift: false, ctrl: false, alt: false, meta: false };
/** A key event. */
export const key = (code: string, action: 'down' | 'up', modifiers = {}): UserInputEvent => {
  return { kind: 'key', code, action, repeat: false, ...noModifiers, ...modifiers };
};

/** A touch event at a device pixel. */
export function finger(
  { world }: PhoneHarness,
  action: TouchInput['action'],
  at: { x: number; y: number },
  id = 0,
): TouchInput {
  const { width, height } = world.screenSize;
  return { kind: 'touch', action, finger: id, x: (at.x + 0.5) / width, y: (at.y + 0.5) / height };
}
