/** What the bridge reads of requests and files: a real server on loopback, and real files. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startBridge } from '#app/bridge/bridge.ts';
import { CliError } from '#app/bridge/errors.ts';
import { parseSecrets } from '#app/bridge/guard/secrets.ts';
import { bridgeOptions, LIST_TOOLS, PAGE_SECRET, TOKEN } from '#app/bridge/testing/bridge.ts';
import { fillFolders, read, write } from '#app/bridge/testing/files.ts';
import { HandsetError } from '#core/errors.ts';
import { ofBytes, ofText } from './kinds.ts';
import type { Bytes } from './mutate.ts';
import type { Target } from './runner.ts';
import { encode } from './seeds.ts';

/** What is undone when all inputs have been read. */
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** A folder for files, what it holds at first, and a folder outside. */
let filled: Promise<{
  readonly root: string;
  readonly outside: string;
  readonly names: readonly string[];
}> | null = null;
const folders = (): NonNullable<typeof filled> =>
  (filled ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'handset-fuzz-'));
    closing.push(() => rm(folder, { recursive: true }));
    const made = { root: join(folder, 'root'), outside: join(folder, 'outside') };
    for (const each of Object.values(made)) await mkdir(each);
    await fillFolders(made);
    return { ...made, names: await readdir(made.root) };
  })());

let port: Promise<number> | null = null;
const bridgePort = (): Promise<number> =>
  (port ??= startBridge(bridgeOptions).then((bridge) => {
    closing.push(() => bridge.close());
    return bridge.port;
  }));

/** Requests to the bridge on this port, none of which has a token. */
async function requests(): Promise<readonly Bytes[]> {
  const host = `127.0.0.1:${await bridgePort()}`;
  const rest = `Host: ${host}\r\nConnection: close\r\n`;
  const post = `${rest}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n`;
  return [
    `GET / HTTP/1.1\r\n${rest}\r\n`,
    `GET /assets/%2e%2e/secrets.json?a=b HTTP/1.1\r\n${rest}Range: bytes=0-9\r\n\r\n`,
    `HEAD /healthz HTTP/1.1\r\n${rest}Origin: http://${host}\r\n\r\n`,
    `POST /mcp/claude HTTP/1.1\r\n${post}Authorization: Bearer handset_AAAA\r\nContent-Length: ${LIST_TOOLS.length}\r\n\r\n${LIST_TOOLS}`,
    `POST /mcp HTTP/1.1\r\n${post}Transfer-Encoding: chunked\r\n\r\n${LIST_TOOLS.length.toString(16)}\r\n${LIST_TOOLS}\r\n0\r\n\r\n`,
    `GET /socket HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://${host}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  ].map(encode);
}

/** All that the bridge answers until it or this end hangs up. */
async function answerTo(request: Bytes): Promise<string> {
  const socket = connect(await bridgePort(), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.end(request);
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}

export const bridgeTargets: readonly Target[] = [
  ofBytes('request to the bridge', requests, async (request) => {
    const answer = await answerTo(request);
    assert.match(answer, /^$|^HTTP\/1\.1 (?:[24]\d\d|101|50[135]) /);
    for (const secret of [TOKEN, PAGE_SECRET, 'echo_back'])
      assert.equal(answer.includes(secret), false);
  }),
  ofText(
    'path in the folder for files',
    [
      'reports/log.txt',
      'link/secret.txt',
      '../outside/secret.txt',
      'env.txt',
      'a/b/new.txt',
      'CON',
    ],
    async (path) => {
      const { root, outside, names } = await folders();
      const content = await read(root, path).catch(errorOf);
      // Another input may have written it.
      if (typeof content === 'string') assert.match(content, /^(?:all is well|new)$/);
      const failure = await write(root, path, encode('new')).catch(errorOf);
      assert.deepEqual(await readdir(outside), ['secret.txt']);
      assert.equal(await readFile(join(outside, 'secret.txt'), 'utf8'), 'secret');
      assert.equal(await readFile(join(root, '.env'), 'utf8'), 'TOKEN=1');
      assert.equal(await readFile(join(root, 'reports/log.txt'), 'utf8'), 'all is well');
      if (failure !== undefined) throw failure;
      const [name = ''] = path.split('/');
      if (!names.includes(name)) await rm(join(root, name), { recursive: true, force: true });
    },
  ),
  ofText(
    'file of the secrets',
    [
      JSON.stringify({
        token: TOKEN,
        page: PAGE_SECRET,
        isSharedAccepted: false,
        agents: [
          {
            id: '1',
            agent: 'cursor',
            grade: 'read',
            phone: { serial: 'A1', model: 'Pixel' },
            untilEpochMs: null,
            madeAtEpochMs: 1,
            usedAtEpochMs: 2,
            hash: '0'.repeat(64),
          },
        ],
      }),
    ],
    (text) => {
      const secrets = parseSecrets(text, 'secrets.json');
      for (const secret of [secrets.token, secrets.page]) assert.match(secret, /^[\w-]{32,}$/);
      return secrets;
    },
    { isError: (error) => error instanceof CliError },
  ),
];

function errorOf(error: unknown): HandsetError {
  if (error instanceof HandsetError) return error;
  throw error;
}
