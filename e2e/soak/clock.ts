/**
 * The computer's clock jumps in the midst of calls, while the monotonic clock goes on: the bridge's by libfaketime, that
 * of page and worker by their `Date`, since Chromium does not run with libfaketime.
 */
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Agent, connectAgent } from '../agents.ts';
import type { Report } from './report.ts';
import { type Rig, type SoakPhone, withRig } from './rig.ts';
import { samplePhone } from './samples.ts';

/** libfaketime, of Debian's package faketime. */
export const fakeClock = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const hourMs = 3_600_000;
/** From the true time, one after the other. */
const jumps: readonly (readonly [name: string, offsetMs: number])[] = [
  ['a day ahead', 24 * hourMs],
  ['an hour back', 23 * hourMs],
  ['a day behind', -24 * hourMs],
  ['right again', 0],
];
const tokenMs = 12 * hourMs;
const neverThere = { by: 'text', value: 'Never there' } as const;
/** Of the wait that runs while it jumps. */
const waitMs = 6_000;
const slackMs = 20_000;
/** Longer than any call here; what is counted by the computer's clock takes hours, or less than nothing. */
const longestCallMs = 300_000;

export async function soakClock(report: Report): Promise<void> {
  const file = join(tmpdir(), `handset-soak-clock-${process.pid}`);
  writeFileSync(file, '+0\n');
  const env = {
    LD_PRELOAD: fakeClock,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  // Its elements are read by dumps, so that the page itself must tell when they are old.
  const plan = { by: 'page', panel: 'elements', faults: 'no-reader' } as const;
  await withRig([plan], async (rig) => await jumpAround(report, rig, file), env);
  await rm(file);
}

async function jumpAround(report: Report, rig: Rig, file: string): Promise<void> {
  const [phone] = rig.phones;
  if (phone === undefined) return;
  for (const where of ['page', 'worker'] as const) await phone.evaluate(fakeDate, where);
  await phone.evaluate('window.seen.calls = []');
  const agent = await phone.connectAgent('v1', 'caller');
  const limited = await connectAgent('v1', { ...rig.bridge, token: await makeToken(rig) });
  for (const [at, [name, offsetMs]] of jumps.entries()) {
    const running = callWhileJumping(report, name, agent);
    await delay(waitMs / 3);
    writeFileSync(file, `${offsetMs < 0 ? '' : '+'}${offsetMs / 1_000}\n`);
    const set = `globalThis.clockOffsetMs = ${offsetMs}`;
    for (const where of ['page', 'worker'] as const) await phone.evaluate(set, where);
    await running;
    const isRefused = await limited.call('get_screen_state').then(
      ({ isError }) => isError,
      (error: unknown) => String(error).includes('expired'),
    );
    const isWrong = isRefused === offsetMs > tokenMs ? 0 : 1;
    report.atMost(`${name}, a token of twelve hours is wrongly used or refused`, isWrong, 0);
    // Live view and elements must follow what is on the screen: each time there is one 7 more.
    await agent.call('click_element', { selector: '@digit_7' });
    const { inputToFrameMs } = await samplePhone(phone);
    report.atLeast(`${name}, the user's touches shown live`, inputToFrameMs.length, 1);
    const shown = `[...document.querySelectorAll('[data-testid=element-row] [data-column=text]')]
      .some((cell) => cell.textContent.trim() === '${'7'.repeat(at + 1)}')`;
    const elementsMs = await phone.whenTrue(shown, slackMs);
    report.atMost(`${name}, elements of the page are right after`, elementsMs, slackMs, 'ms');
  }
  await limited.close();
  await judgeTimes(report, phone);
}

/** Replaces `Date` by one that is ahead of the true time by `clockOffsetMs`. */
const fakeDate = `{
  globalThis.clockOffsetMs = 0;
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts) {
      super(...(parts.length === 0 ? [Date.now()] : parts));
    }
    static now() {
      return Real.now() + globalThis.clockOffsetMs;
    }
  };
}`;

/** Stores an agent's token as the Agents panel does. */
async function makeToken({ bridge }: Rig): Promise<string> {
  const token = `handset_${randomBytes(32).toString('base64url')}`;
  const path = join(bridge.configDir, 'secrets.json');
  const secrets = z.looseObject({}).parse(JSON.parse(await readFile(path, 'utf8')));
  const hash = createHash('sha256').update(token).digest('hex');
  const nowEpochMs = Date.now();
  const made = {
    id: 'soak',
    agent: 'limited',
    grade: 'all',
    phone: null,
    usedAtEpochMs: null,
    hash,
  };
  const times = { madeAtEpochMs: nowEpochMs, untilEpochMs: nowEpochMs + tokenMs };
  await writeFile(path, JSON.stringify({ ...secrets, agents: [{ ...made, ...times }] }));
  // The bridge looks at the file every few seconds.
  await delay(slackMs);
  return token;
}

/** A wait that ends by its deadline, and a gesture that lasts. */
async function callWhileJumping(report: Report, name: string, agent: Agent): Promise<void> {
  const startMs = performance.now();
  const [waited, pressed] = await Promise.all([
    agent.call('wait_for_element', { ...neverThere, timeout: waitMs }),
    agent.call('long_press', { x: 540, y: 300, duration: waitMs / 2 }),
  ]);
  const tookMs = performance.now() - startMs;
  report.log('calls', { name, waited: waited.text, pressed: pressed.text });
  const isRight = waited.text.includes('"found":false') && !pressed.isError;
  report.atMost(`${name}, calls end wrongly`, isRight ? 0 : 1, 0);
  report.atLeast(`${name}, a wait of ${waitMs} ms`, tookMs, waitMs - 100, 'ms');
  report.atMost(`${name}, the same`, tookMs, waitMs + slackMs, 'ms');
}

const callsSchema = z.array(z.object({ startedAtEpochMs: z.number(), durationMs: z.number() }));

/** The times that the timeline has, and those that the page shows. */
async function judgeTimes(report: Report, phone: SoakPhone): Promise<void> {
  const calls = callsSchema.parse(await phone.evaluate('window.seen.calls'));
  const isSensible = (epochMs: number): boolean =>
    jumps.some(([, offsetMs]) => Math.abs(epochMs - offsetMs - Date.now()) < hourMs / 2);
  const wrong = calls.filter(
    ({ startedAtEpochMs, durationMs }) =>
      !isSensible(startedAtEpochMs) || durationMs < 0 || durationMs > longestCallMs,
  );
  report.log('timeline', { wrong });
  report.atLeast('calls in the timeline', calls.length, 3 * jumps.length);
  report.atMost('of these with impossible times', wrong.length, 0);
  await phone.evaluate(`document.querySelector('#tab-timeline').click()`);
  const text = String(await phone.evaluate('document.body.innerText'));
  const impossible = text.match(/(?:^|\s)[-−][\d.,]+\s(?:ms|s|min|h)\b|NaN|Invalid/g) ?? [];
  report.atMost('impossible times shown', impossible.length, 0);
}
