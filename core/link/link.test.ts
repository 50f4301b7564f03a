import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import {
  type CallHandlers,
  type PageLink,
  type LinkPort,
  type ReplaceableLink,
  linkToPage,
  linkToWorker,
} from './link.ts';
import type { PhoneInfo } from './phone-status.ts';
import { defaultPolicy } from './policy.ts';

const phone: PhoneInfo = { kind: 'demo', model: 'M', serial: 'S', androidVersion: '14' };
let close: () => void = () => undefined;
afterEach(() => {
  close();
});

/** Both ends over a real MessageChannel, so that messages are cloned as between threads. */
function connect(handlers: Partial<CallHandlers>): { page: ReplaceableLink; worker: PageLink } {
  const { port1, port2 } = new MessageChannel();
  close = () => {
    port1.close();
  };
  // Unlike a Worker, ports deliver to addEventListener only once started.
  port1.start();
  port2.start();
  return {
    page: linkToWorker(port1 as unknown as LinkPort),
    // A test calls only the handlers it passes.
    worker: linkToPage(port2 as unknown as LinkPort, handlers as CallHandlers),
  };
}

describe('a link', () => {
  it('returns a result', async () => {
    const { page } = connect({ connectDemo: () => Promise.resolve(phone) });
    await expect(page.call('connectDemo', {})).resolves.toEqual(phone);
  });
  it('keeps the code and the hint of an error', async () => {
    const error = new HandsetError('usb-busy', 'Busy.', { hint: 'Stop it.' });
    const { page } = connect({ connectDemo: () => Promise.reject(error) });
    await expect(page.call('connectDemo', {})).rejects.toEqual(error);
  });
  it('turns a foreign error into an internal one', async () => {
    const { page } = connect({ connectDemo: () => Promise.reject(new TypeError('oops')) });
    await expect(page.call('connectDemo', {})).rejects.toMatchObject({
      code: 'internal',
      message: 'Handset failed: oops.',
    });
  });
  it('transfers a port to the worker', async () => {
    const { port1, port2 } = new MessageChannel();
    const { page } = connect({
      serveAgentPort: ({ agent, port }) => {
        port.postMessage(`served as ${agent}`);
        port.close();
        return Promise.resolve(null);
      },
    });
    const received = new Promise((resolve) => port1.once('message', resolve));
    // Node's MessagePort works like the browser's here but has a different type.
    await page.call('serveAgentPort', { agent: 'robot', port: port2 as unknown as MessagePort });
    expect(await received).toBe('served as robot');
  });
  it('rejects and drops a call whose argument cannot be sent', async () => {
    const { page } = connect({ serveAgentPort: () => Promise.resolve(null) });
    const { port1, port2 } = new MessageChannel();
    const args = { agent: 'a', port: port1 as unknown as MessagePort };
    const first = page.call('serveAgentPort', args);
    const controller = new AbortController();
    const again = page.call('serveAgentPort', args, controller.signal);
    await expect(again).rejects.toMatchObject({ code: 'internal' });
    // The call is no longer pending, so nothing is cancelled.
    expect(() => controller.abort()).not.toThrow();
    await expect(first).resolves.toBeNull();
    port2.close();
  });

  it('cancels the work on the far side and rejects at once', async () => {
    const controller = new AbortController();
    let workerSignal: AbortSignal | undefined;
    const { page } = connect({
      connectDemo: (_, signal) => {
        workerSignal = signal;
        controller.abort();
        return new Promise(() => undefined);
      },
    });
    await expect(page.call('connectDemo', {}, controller.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    await expect.poll(() => workerSignal?.aborted).toBe(true);
  });
  it('waits until cancelled work has cleaned up the phone', async () => {
    const controller = new AbortController();
    let hasEnded = false;
    const { page } = connect({
      pushFile: async (_, signal) => {
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
          controller.abort();
        });
        await new Promise((resolve) => setTimeout(resolve, 50));
        hasEnded = true;
        throw new HandsetError('cancelled', 'Nothing is left of it.');
      },
    });
    const call = page.call(
      'pushFile',
      { id: 1, file: new File([], 'a'), folder: '/' },
      controller.signal,
    );
    await expect(call).rejects.toMatchObject({ message: 'Nothing is left of it.' });
    expect(hasEnded).toBe(true);
  });
  it('sends nothing for a call whose signal is already aborted', async () => {
    let calls = 0;
    const { page } = connect({
      connectDemo: () => {
        calls++;
        return Promise.resolve(phone);
      },
    });
    await expect(page.call('connectDemo', {}, AbortSignal.abort())).rejects.toThrow();
    await page.call('connectDemo', {});
    expect(calls).toBe(1);
  });
  it('delivers events to every listener', async () => {
    const { page, worker } = connect({});
    const received: string[] = [];
    page.on('phone', ({ state }) => received.push(`1 ${state}`));
    page.on('phone', ({ state }) => received.push(`2 ${state}`));
    worker.emit('phone', { state: 'none' });
    await expect.poll(() => received).toEqual(['1 none', '2 none']);
  });
});

describe('a link whose worker is replaced', () => {
  const workerEnded = new HandsetError('console-lost', 'Ended.', { hint: 'Look.' });
  const policy = (paused: boolean) => ({ ...defaultPolicy, paused });

  /** A worker that records its calls; with `hangs` it never answers. */
  function createWorker(answers: 'answers' | 'hangs') {
    const { port1, port2 } = new MessageChannel();
    const called: [name: string, argument: unknown][] = [];
    const handler =
      (name: string) =>
      (argument: unknown): Promise<never> => {
        called.push([name, argument]);
        const answer = Promise.resolve(name === 'connectDemo' ? phone : null) as Promise<never>; // The type of the called handler.
        return answers === 'answers' ? answer : new Promise(() => undefined);
      };
    const names = ['setAgentPolicy', 'connectDemo', 'joinBridge'] as const;
    const handlers = Object.fromEntries(names.map((name) => [name, handler(name)]));
    port1.start();
    port2.start();
    const worker = linkToPage(port2 as unknown as LinkPort, handlers as unknown as CallHandlers); // The tests call only these.
    return { port: port1 as unknown as LinkPort, called, worker, close: () => port1.close() };
  }

  it('rejects pending calls once and repeats persistent ones to the new worker', async () => {
    const before = createWorker('hangs');
    const after = createWorker('answers');
    close = () => [before, after].forEach((each) => each.close());
    const page = linkToWorker(before.port);
    const connecting = page.call('connectDemo', {});
    const overtaken = page.call('setAgentPolicy', policy(false));
    const paused = page.call('setAgentPolicy', policy(true));
    await expect.poll(() => before.called).toHaveLength(3);
    page.switchWorker(after.port, workerEnded);
    await expect(connecting).rejects.toEqual(workerEnded);
    await expect(overtaken).rejects.toEqual(workerEnded);
    // The caller does not notice that another worker answered.
    await expect(paused).resolves.toBeNull();
    await expect(page.call('connectDemo', {})).resolves.toEqual(phone);
    expect(after.called).toEqual([
      ['setAgentPolicy', policy(true)],
      ['connectDemo', {}],
    ]);
  });

  it('ignores the old worker and still delivers events', async () => {
    const before = createWorker('answers');
    const after = createWorker('answers');
    close = () => [before, after].forEach((each) => each.close());
    const page = linkToWorker(before.port);
    const received: unknown[] = [];
    page.on('phone', (status) => received.push(status));
    before.worker.emit('phone', { state: 'connected', phone });
    page.switchWorker(after.port, workerEnded);
    page.emit('phone', { state: 'none' });
    after.worker.emit('phone', { state: 'connecting', name: 'M' });
    await expect.poll(() => received).toHaveLength(2);
    expect(received).toEqual([{ state: 'none' }, { state: 'connecting', name: 'M' }]);
  });

  it('rejects at once without a worker, but keeps persistent calls for the next', async () => {
    const before = createWorker('hangs');
    const after = createWorker('answers');
    close = () => [before, after].forEach((each) => each.close());
    const page = linkToWorker(before.port);
    page.switchWorker(null, workerEnded);
    const expectedError = {
      code: 'console-lost',
      message: "Handset's background worker has ended. Nothing was done.",
    };
    await expect(page.call('connectDemo', {})).rejects.toMatchObject(expectedError);
    const joining = page.call('joinBridge', { url: 'u', secret: 's', tab: 't' });
    page.switchWorker(after.port, workerEnded);
    await expect(joining).resolves.toBeNull();
    expect(after.called).toEqual([['joinBridge', { url: 'u', secret: 's', tab: 't' }]]);
  });
});
