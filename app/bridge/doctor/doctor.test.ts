import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { handsetVersion } from '#core/version.ts';
import { changeSecrets, loadSecrets } from '../guard/secrets.ts';
import { temporaryFolder } from '../testing/bridge.ts';
import { builtBridge, freePort } from '../testing/program.ts';
import { examine } from './doctor.ts';
import type { Computer } from './computer.ts';

const built = builtBridge();

/** An empty folder for programs, one for USB devices, and one for secrets. */
let folder = '';
let config = '';
let noAdbPort = 0;
beforeEach(async () => {
  folder = await temporaryFolder();
  config = await temporaryFolder();
  noAdbPort = await freePort();
});

/** A Linux computer with the programs and USB devices of `folder`. */
function computer(env: Computer['env'] = {}): Computer {
  return {
    platform: 'linux',
    env: { PATH: `/nowhere:${folder}`, ANDROID_ADB_SERVER_PORT: `${noAdbPort}`, ...env },
    usb: { devices: join(folder, 'devices'), files: join(folder, 'files') },
  };
}

/** The findings of one subject, their cures included. */
async function find(subject: string, of: Computer = computer(), port = 0): Promise<string> {
  const { text } = await examine({ port, folder: config, computer: of });
  const parts = text.split(/^(?=ok |-- |!! )/m);
  return parts.filter((part) => part.slice(4).startsWith(subject)).join('');
}

/** A program on a port of its own that treats each connection so. */
async function listener(onConnection: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer(onConnection).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A USB device of Linux with ADB's interface. */
async function plugIn(values: Readonly<Record<string, string>>): Promise<void> {
  const files = {
    '1-2': { product: 'Pixel 8', idVendor: '18d1', idProduct: '4ee7', busnum: '1', devnum: '7' },
    '1-2:1.1': { bInterfaceClass: 'ff', bInterfaceSubClass: '42', bInterfaceProtocol: '01' },
    '1-3:1.0': { bInterfaceClass: '03', bInterfaceSubClass: '01', bInterfaceProtocol: '01' },
  };
  for (const [name, own] of Object.entries(files)) {
    const device = join(folder, 'devices', name);
    await mkdir(device, { recursive: true });
    for (const [field, value] of Object.entries({ ...own, ...values })) {
      if (field in own) await writeFile(join(device, field), `${value}\n`);
    }
  }
}

test('a computer where all is well', async () => {
  await writeFile(join(folder, 'chromium'), '');
  await loadSecrets(config);
  const { text, hasProblem } = await examine({ port: 0, folder: config, computer: computer() });
  expect(hasProblem).toBe(false);
  expect(text).toBe(`Handset ${handsetVersion}

ok  Node        ${process.versions.node}
ok  Browser     ${join(folder, 'chromium')}
ok  Port        0 is free.
ok  adb server  Not running.
--  USB         No phone with USB debugging is plugged in.
ok  Secrets     ${config}/secrets.json, which only you can read
`);
});

test('no browser; one that is a snap', async () => {
  expect(await find('Browser')).toMatch(/^!!.*\n +Install one\./);
  await symlink('/usr/bin/snap', join(folder, 'chromium'));
  // Where this computer has no snap, the link leads nowhere.
  expect(await find('Browser')).toMatch(/^--.*\n.*snap connect|^!!.*\n +Install one\./);
});

test.each([
  ['OKAY00040029', /^--.*\n +To use a phone without adb, run: adb kill-server\n/],
  ['HTTP/1.1 400 Bad Request\r\n', /^ok {2}adb server {2}Not running\.\n$/],
])('a program on adb’s port that answers %j', async (answer, finding) => {
  const port = await listener((socket) => socket.on('error', () => undefined).end(answer));
  expect(await find('adb', computer({ ANDROID_ADB_SERVER_PORT: `${port}` }))).toMatch(finding);
  expect(await find('adb', computer({ ADB_SERVER_SOCKET: `tcp:${port}` }))).toMatch(finding);
});

test.each([
  { ADB_SERVER_SOCKET: 'tcp:127.0.0.1:99999' },
  { ADB_SERVER_SOCKET: 'localabstract:x' },
  { ADB_SERVER_SOCKET: 'tcp:evil host:5' },
  { ANDROID_ADB_SERVER_PORT: 'x' },
])('a setting of adb that can’t be used: %j', async (env) => {
  const [[name, value] = []] = Object.entries(env);
  expect(await find('adb', computer(env))).toBe(
    `!!  adb server  ${name}=${value} is not the address of an adb server.
                Set ADB_SERVER_SOCKET to tcp:HOST:PORT, tcp:PORT or localfilesystem:PATH, or unset it, and restart the bridge.
`,
  );
});

test('a program on adb’s port that hangs up', async () => {
  const port = await listener((socket) => socket.destroy());
  const finding = await find('adb', computer({ ANDROID_ADB_SERVER_PORT: `${port}` }));
  expect(finding).toBe('ok  adb server  Not running.\n');
});

test('the port of another program, and of a bridge', async () => {
  const taken = await listener((socket) => socket.destroy());
  expect(await find('Port', computer(), taken)).toBe(
    `!!  Port        ${taken} is in use by another program.
                Stop it, or choose another port with --port.
`,
  );
  const { port } = await built.startJson('--port', '0');
  expect(await find('Port', computer(), port)).toContain(
    `${port} is in use by a bridge with a different`,
  );
  config = built.configFolder;
  expect(await find('Port', computer(), port)).toBe(
    `ok  Port        Handset ${handsetVersion} runs on port ${port}; no console is open: open the address it printed.\n`,
  );
});

test('a phone that may not be opened, and one that may', async () => {
  await plugIn({});
  const file = join(folder, 'files', '001', '007');
  expect(await find('USB'))
    .toBe(`!!  USB         You don't have permission to open Pixel 8 (18d1:4ee7): ${file}
                Add a udev rule, then plug the phone in again:
                echo 'SUBSYSTEM=="usb", ATTR{idVendor}=="18d1", MODE="0660", GROUP="plugdev", TAG+="uaccess"' | sudo tee /etc/udev/rules.d/51-android.rules
                sudo udevadm control --reload-rules
`);
  await mkdir(join(folder, 'files', '001'), { recursive: true });
  await writeFile(file, '');
  expect(await find('USB')).toBe('ok  USB         Pixel 8 (18d1:4ee7) can be opened.\n');
});

test('the name of a phone cannot write to the terminal', async () => {
  await plugIn({ product: 'A\u001b[2Jphone\u0007' });
  expect(await find('USB')).toContain("You don't have permission to open A[2Jphone (18d1:4ee7)");
});

test('secrets that do not exist yet, and ones that others can read', async () => {
  expect(await find('Secrets')).toMatch(/^-- .* will be created at the first start\.\n$/);
  await loadSecrets(config);
  await chmod(join(config, 'secrets.json'), 0o644);
  expect(await find('Secrets')).toMatch(/^!! .*could be read by others.* chmod 600 "/);
});

test('tokens with which agents are refused', async () => {
  await loadSecrets(config);
  const token = { grade: 'all', phone: null, madeAtEpochMs: 1, usedAtEpochMs: null } as const;
  const hash = '0'.repeat(64);
  await changeSecrets(config, (secrets) => ({
    ...secrets,
    isSharedAccepted: false,
    agents: [
      { ...token, hash, id: '1', agent: 'cursor', untilEpochMs: 2 },
      { ...token, hash, id: '2', agent: 'codex', untilEpochMs: null },
    ],
  }));
  const cure = 'Make one in the Agents panel of the console: “New agent token”.';
  expect(await find('Agents'))
    .toBe(`--  Agents      Agents with the shared token are refused: each needs a token of its own.
                ${cure}
--  Agents      The token of cursor has expired.
                ${cure}
`);
});

test('the command prints the findings, and ends with 1 where there is a problem', async () => {
  const taken = await listener((socket) => socket.destroy());
  const { command, args, env } = built.command('doctor', '--port', `${taken}`);
  const run = promisify(execFile)(command, args, { env });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: '' });
  await expect(run).rejects.toHaveProperty(
    'stdout',
    expect.stringContaining(`!!  Port        ${taken} is in use`),
  );
});
