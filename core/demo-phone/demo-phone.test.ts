import { describe, expect, it } from 'vitest';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { RawHost } from './adbd/testing/test-device.ts';
import { showAllowDialog, createDemoPhone } from './demo-phone.ts';
import { androidVersions, type FaultName } from './options.ts';

const canvas = createNodeCanvas();

function boot(android: (typeof androidVersions)[number], ...faults: FaultName[]) {
  return createDemoPhone({ android, faults: new Set(faults), latency: 'none', canvas });
}

describe('a demo phone', () => {
  it.each(androidVersions)(
    'of Android %i reports its serial, model and home screen',
    async (android) => {
      const { serial, model, world } = await boot(android);
      expect([serial, model]).toEqual([`DEMO${android}`, `Handset ${android}`]);
      expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
    },
  );

  it('has a distinct serial number when `unit` is given', async () => {
    const options = { android: 14, faults: new Set<FaultName>(), latency: 'none', canvas } as const;
    expect((await createDemoPhone({ ...options, unit: '3F2A' })).serial).toBe('DEMO14-3F2A');
  });
});

it('an interactive shell keeps its folder and variables from line to line', async () => {
  const host = new RawHost(await boot(14));
  await host.connectAndAuthorize();
  host.send('open', [7, 0], 'shell,raw:');
  let text = '';
  for (;;) {
    const { name, arg0, text: data } = await host.next();
    if (name === 'CLSE') break;
    if (name === 'OKAY' && text === '')
      host.send('wrte', [7, arg0], 'cd /data\nx=1\npwd; echo $x\nexit\n');
    if (name === 'WRTE') host.send('okay', [7, arg0]);
    if (name === 'WRTE') text += data;
  }
  expect(text).toBe('/data\n1\n');
});

describe('the Allow dialog', () => {
  const fingerprint = 'AA:BB:CC';
  async function startDialog(...faults: FaultName[]) {
    const { world } = await boot(14, ...faults);
    const disconnect = new AbortController();
    const options = { faults: new Set(faults), latency: 'none' } as const;
    const answer = showAllowDialog(world, options, { fingerprint, signal: disconnect.signal });
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { world, disconnect, answer, shown: () => JSON.stringify(world.hierarchy()) };
  }

  it('is shown, then tapped automatically', async () => {
    const { answer, shown } = await startDialog();
    expect(shown()).toContain('Allow USB debugging?');
    expect(shown()).toContain(fingerprint);
    expect(await answer).toBe('allow');
    expect(shown()).not.toContain('Allow USB debugging?');
  });

  it('auth-refused: ends in Cancel', async () => {
    expect(await (await startDialog('auth-refused')).answer).toBe('refuse');
  });

  it('auth-ignored: stays until the host leaves', async () => {
    const { answer, disconnect, shown } = await startDialog('auth-ignored');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(shown()).toContain('Allow USB debugging?');
    disconnect.abort();
    await expect(answer).rejects.toThrow();
    expect(shown()).not.toContain('Allow USB debugging?');
  });
});
