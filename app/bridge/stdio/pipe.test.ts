import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { pipeStdio } from './pipe.ts';

test('an agent that does not read its answers is let go, with a word about it', async () => {
  const input = new PassThrough();
  const output = new Writable({ write: () => undefined });
  const failed = once(output, 'error');
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'x'.repeat(600) });
  const post = () => Promise.resolve(new Response(answer));
  const piped = pipeStdio({ input, output, unreadBytes: 1_000, post });
  input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await expect.poll(() => output.writableLength).toBeGreaterThan(600);
  expect(output.destroyed).toBe(false);
  input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const [error] = (await failed) as unknown[]; // Typed any[] by Node.
  expect(String(error)).toContain('The agent does not read its answers');
  input.end();
  await piped;
});
