import { expect, it, onTestFinished } from 'vitest';
import type { RelayStream } from '#core/relay/streams.ts';
import { ServerPhones } from './server-phones.ts';
import { measureMemory, streamPair } from '../testing/lying-phone.ts';

/** How long the server floods the console. */
const floodMs = 3_000;

/** What an adb server sends before its list. */
const withLength = (list: string): string => list.length.toString(16).padStart(4, '0') + list;

/** A list of new network phones, from this number on. */
const newPhones = (first: number, count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const id = first + i;
    return `10.0.${(id >> 8) & 255}.${id & 255}:5555 device model:M${id} transport_id:${id}\n`;
  }).join('');

/** A console at a server that sends new lists without end; `answer` is what its phones say of themselves. */
async function flood({ phonesPerList, answer }: { phonesPerList: number; answer: string | null }) {
  let next = 1;
  let asking = 0;
  const counts = { updates: 0, mostAsking: 0, asked: 0 };
  const phones = new ServerPhones(({ name }) => {
    const { near, far } = streamPair();
    if (name === 'adb-track') void track(far);
    else if (name === 'adb-service') {
      asking += 1;
      counts.asked += 1;
      counts.mostAsking = Math.max(counts.mostAsking, asking);
      near.ended.addEventListener('abort', () => (asking -= 1));
      if (answer !== null) void send(far, answer).then(() => far.end());
    } else far.end();
    return Promise.resolve(near);
  });
  const send = (far: RelayStream, text: string): Promise<void> =>
    far.write(new TextEncoder().encode(text)).catch(() => undefined);
  const track = async (far: RelayStream): Promise<void> => {
    while (!far.ended.aborted) {
      const lists = Array.from({ length: 20 }, () => {
        next += phonesPerList;
        return withLength(newPhones(next, phonesPerList));
      });
      await send(far, lists.join(''));
    }
  };
  onTestFinished(phones.onChange(() => (counts.updates += 1)));
  phones.setAccess({ canStart: false });
  onTestFinished(() => phones.setAccess(null));
  const { grownMb } = await measureMemory(new Promise(() => undefined), floodMs);
  const lag = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 10));
  const result = { ...counts, grownMb, lagMs: Math.round(performance.now() - lag) };
  return { result, phones };
}

it.each([
  ['lists of one phone', { phonesPerList: 1, answer: null }],
  ['lists of new phones that do not answer', { phonesPerList: 60, answer: null }],
  ['lists of new phones that answer', { phonesPerList: 60, answer: 'R5CT30' }],
])('a flood of %s costs little, and gives a few updates a second', async (_, options) => {
  const { result, phones } = await flood(options);
  expect(result.updates).toBeLessThanOrEqual(8 * (floodMs / 1_000));
  expect(result.updates).toBeGreaterThan(1);
  expect(result.mostAsking).toBeLessThanOrEqual(4);
  expect(result.grownMb).toBeLessThan(150);
  expect(result.lagMs).toBeLessThan(1_000);
  expect(phones.list).toHaveLength(options.phonesPerList);
});
