/** Every reader of bytes from outside: what it is fed with, how it is called, and what must hold for its result. */
import assert from 'node:assert/strict';
import { CliError } from '#app/bridge/errors.ts';
import { editConfig, UneditableError } from '#app/bridge/setup/edit-config.ts';
import { parseAllowedOrigin } from '#app/bridge/start/arguments.ts';
import { readEvents } from '#app/bridge/stdio.ts';
import { parseAgentMessage, parseConsoleMessage } from '#app/browser-agents/handshake.ts';
import { socketUrl } from '#app/console/agents/pairing.ts';
import { parseSession } from '#app/console/calls/session-file.ts';
import { tools as shownTools } from '#app/console/calls/testing/calls.ts';
import { fromXPath } from '#app/console/elements/xpath.ts';
import { readStartup } from '#app/console/startup.ts';
import { parseSteps, stepsFromCalls } from '#app/console/steps/recorded-steps.ts';
import { makeFile } from '#app/console/timeline/export/make-file.ts';
import { exampleArguments, fieldsOf } from '#app/console/tools/form-fields.ts';
import { registeredTools } from '#app/console/tools/testing/registered-tools.ts';
import { argumentLines, callWords } from '#app/ui/call-words.ts';
import { membersOf, parseJson } from '#app/ui/json.ts';
import * as apps from '#core/commands/apps.ts';
import type { Command } from '#core/commands/command.ts';
import * as deviceState from '#core/commands/device-state.ts';
import * as display from '#core/commands/display.ts';
import { parseReaderScreen } from '#core/commands/element-reader.ts';
import * as files from '#core/commands/files.ts';
import { readIdentity } from '#core/commands/identity.ts';
import * as input from '#core/commands/input.ts';
import { runIntent } from '#core/commands/intents.ts';
import * as logcat from '#core/commands/logcat.ts';
import * as notifications from '#core/commands/notifications.ts';
import * as oneApp from '#core/commands/one-app.ts';
import { readProcesses } from '#core/commands/processes.ts';
import { readRotationLock } from '#core/commands/rotation-lock.ts';
import * as screen from '#core/commands/screen.ts';
import { formatPhoneAddress, parsePhoneAddress } from '#core/link/phone-address.ts';
import { agentFromPath } from '#core/mcp/agent-path.ts';
import { emptyIntent } from '#core/phone/intents.ts';
import { encodedSize, isTooLargePicture } from '#core/picture-size.ts';
import { parseHierarchy } from '#core/screen/parse.ts';
import { parseSelector } from '#core/selector/parse.ts';
import { decodeBase64, encodeBase64 } from '#core/text/base64.ts';
import { escapeInvisible } from '#core/text/invisible-characters.ts';
import { getApp, listApps } from '#core/tools/apps.ts';
import { getDeviceLogs } from '#core/tools/clipboard-and-logs.ts';
import { getDevice } from '#core/tools/device-state.ts';
import { listFiles } from '#core/tools/files.ts';
import { listNotifications } from '#core/tools/notifications.ts';
import { findElements } from '#core/tools/query.ts';
import { getScreenState, getScreenTree, summarizeScreen } from '#core/tools/screen.ts';
import { checkArguments, parseArguments } from '#core/tools/shared/arguments.ts';
import { callTool } from '#core/tools/testing/call-tool.ts';
import { recordingPhone } from '#core/tools/testing/recording-phone.ts';
import { ReaderProcess } from '#worker/adb/reading/element-reader/reader-process.ts';
import { readDeviceMessages } from '#worker/adb/scrcpy/session.ts';
import type { VideoCodec } from '#worker/adb/scrcpy/video-codecs.ts';
import { readVideo } from '#worker/adb/scrcpy/video-session.ts';
import { installFakeWebCodecs, neverAborts } from '#worker/adb/testing/harness.ts';
import { runCommand } from '#worker/adb/transport/run-command.ts';
import { parseFoundPhones, parsePhones } from '#worker/adb/transport/server-phones.ts';
import { downloadName, numberedName, safeName } from '#worker/files/file-names.ts';
import { fetchFile, listFolder } from '#worker/files/phone-files.ts';
import { sendFile } from '#worker/files/transfers.ts';
import { ZipNames } from '#worker/files/zip.ts';
import { PacketParser } from '#worker/recording/packet-parser.ts';
import { bridgeTargets } from './bridge.ts';
import { ofBytes, ofPhone, ofStream, ofText } from './kinds.ts';
import { lineTargets } from './lines.ts';
import type { Bytes } from './mutate.ts';
import * as phone from './phones.ts';
import { regressions } from './regressions.ts';
import { readBridgeFrames, readConsoleFrames, relayFrames } from './relay.ts';
import type { Target } from './runner.ts';
import * as seeds from './seeds.ts';
import { decode, encode, join, uint32 } from './seeds.ts';

/* What commands print on the phone. */

const app = 'com.handset.notes';
const logQuery = {
  tag: null,
  level: 'V',
  since: null,
  until: null,
  lastLines: 50,
  packageName: null,
} as const;
const listAppNames = apps.listAppNames({ jarPath: '/p', version: '3.3.3' });
const readSomeNotifications = notifications.readNotifications([`0|${app}|1|null|10089`], 'S3P');

const commands: readonly Command<unknown>[] = [
  ...[
    apps.listPackages,
    listAppNames,
    apps.startActivity({ activity: `${app}/.MainActivity`, fresh: true }),
  ],
  ...[
    deviceState.readDeviceState,
    deviceState.writeSetting({ name: 'wifi', value: '1', apiLevel: 34 }),
  ],
  ...[display.readDisplay, display.readTouchArea, display.readAwake, display.readUptime],
  ...[display.readKeyboard, display.readLock, display.readInputMethod],
  ...[
    files.fileExists('/sdcard'),
    files.folderObstacle('/sdcard/none'),
    files.makeFolder('/sdcard/a'),
  ],
  ...[
    files.renameFile('/sdcard/none', '/sdcard/q'),
    files.deleteFiles(['/sdcard/none', '/system/bin/sh']),
  ],
  files.installApp({ path: '/data/local/tmp/none.apk', name: 'none' }),
  ...[
    input.cancelTouch({ x: 1, y: 1 }),
    input.checkDroppedInput(0),
    input.mayDropInput,
    input.openPanel('notifications'),
  ],
  ...[
    input.readClipboard,
    input.writeClipboard('a'),
    readIdentity,
    readProcesses,
    readRotationLock,
  ],
  runIntent({ ...emptyIntent, type: 'activity', component: `${app}/.MainActivity` }),
  runIntent({ ...emptyIntent, type: 'broadcast', action: 'a.b' }),
  ...[logcat.readLogs({ ...logQuery, tag: 'a*b', packageName: app }), logcat.readLocalTime],
  ...[notifications.listNotificationKeys, readSomeNotifications, notifications.dumpNotifications],
  ...[
    oneApp.readApp(app),
    oneApp.readHasCrashed(app),
    oneApp.forceStop(app),
    oneApp.clearPackageData('com.none'),
  ],
  ...[oneApp.uninstallPackage('com.none'), oneApp.readAppLanguages(app)],
  oneApp.changePermission({
    packageName: app,
    permission: 'android.permission.CAMERA',
    grant: true,
  }),
  ...[screen.readFocus, screen.takeScreenshot, screen.readPanel],
];
const numbered = new Map<string, number>();
const outputTargets = commands.map((command): Target => {
  const number = (numbered.get(command.purpose) ?? 0) + 1;
  numbered.set(command.purpose, number);
  const name = `output of ${command.purpose}${number === 1 ? '' : ` (${number})`}`;
  return ofBytes(
    name,
    () => seeds.outputsOf(command),
    (stdout) => {
      // A third as a command that succeeds, a third as one that fails, a third as old phones do, without an exit code.
      const exitCode = [0, 1, null][stdout.length % 3] ?? null;
      return command.parse({ stdout, stderr: exitCode === 0 ? '' : decode(stdout), exitCode });
    },
  );
});

/* What tools reply of it. */

type Answers = NonNullable<Parameters<typeof recordingPhone>[0]>;
type AnyTool = Parameters<typeof callTool>[0];

/** What the tool replies of a phone that answers so. Fails if a text of the phone made a line, a column or an escape sequence of its own. */
async function replyOf(tool: AnyTool, answers: Answers, args = {}): Promise<string> {
  const { answer, notes, code } = await callTool(tool, recordingPhone(answers), args);
  assert.notEqual(code, 'internal', answer);
  // As every text of a reply is escaped (worker/calls/reply.ts).
  const shown = escapeInvisible([answer, ...notes].join('\n'));
  assert.doesNotMatch(shown, /(?![\n\t])\p{Cc}|[\u2028\u2029]/u);
  const columns = answer
    .split('\n')
    .flatMap((line) => (line.includes('\t') ? [line.split('\t').length] : []));
  if (!screenTools.includes(tool))
    assert.equal(new Set(columns).size <= 1, true, `columns differ:\n${answer}`);
  return answer;
}

const reply = <Result>(
  tool: AnyTool,
  command: Command<Result>,
  answersOf: (result: Result) => Answers,
  args = {},
): Target =>
  ofBytes(
    `reply of ${tool.name}`,
    () => seeds.outputsOf(command),
    (stdout) => replyOf(tool, answersOf(command.parse({ stdout, stderr: '', exitCode: 0 })), args),
  );
const screenTools: readonly AnyTool[] = [
  getScreenState,
  getScreenTree,
  summarizeScreen,
  findElements,
];
const facts = { launcherActivity: '.A', isSystem: false, isRunning: false };

const replyTargets: readonly Target[] = [
  reply(listApps, listAppNames, (names) => {
    const named = [...names].map(([packageName, name]) => ({ packageName, name, ...facts }));
    return { installedApps: { apps: named, namesProblem: null } };
  }),
  reply(getApp, oneApp.readApp(app), (details) => ({ app: details }), { package_id: app }),
  reply(getDevice, deviceState.readDeviceState, (device) => ({ device })),
  reply(listNotifications, notifications.dumpNotifications, (all) => ({
    notifications: { notifications: all, isCertain: true },
  })),
  reply(getDeviceLogs, logcat.readLogs(logQuery), (logs) => ({ logs })),
  ...screenTools.map((tool) =>
    ofText(`reply of ${tool.name}`, seeds.dumps, (twoMatchesXml) =>
      replyOf(tool, { twoMatchesXml }, tool === findElements ? { by: 'text', value: 'e' } : {}),
    ),
  ),
];

/* What comes over ADB. */

/** What Tango throws where a stream ends within a message. */
const isEndOfStream = (error: unknown): boolean =>
  error instanceof Error && /ended/.test(error.message);
const path = '/sdcard/Download';
const file = '/system/build.prop';
const isSync = (service: string): boolean => service === 'sync:';
/** What the phone sends for the sync service; other commands succeed. */
const asSync = (pieces: readonly Bytes[]) => (service: string) => (isSync(service) ? pieces : null);
const fileBefore = seeds.once(() => seeds.sync(['STA2', file]));

const codecs = ['h264', 'h265', 'av1'] as const satisfies readonly VideoCodec[];

const adbTargets: readonly Target[] = [
  ofBytes(
    'packets of ADB at USB',
    () => phone.usbSeeds,
    (bytes) =>
      phone.use(phone.connectAtUsb(bytes), (connection) =>
        runCommand(connection, phone.anyCommand, neverAborts),
      ),
    { waits: true },
  ),
  ofPhone(
    'shell protocol',
    async () => [phone.shellOutput, await seeds.recorded('shell,v2,raw:ls /; ls /none; exit 3')],
    (pieces) =>
      phone.use(
        phone.connect(() => pieces),
        (connection) => runCommand(connection, phone.anyCommand, neverAborts),
      ),
  ),
  ...(['LIS2', 'LIST'] as const).map((id) =>
    ofPhone(
      `list of a folder by ${id}`,
      async () => [
        await seeds.sync([id, path], [id === 'LIS2' ? 'STA2' : 'STAT', path]),
        await seeds.sync([id, '/']),
      ],
      (pieces) =>
        phone.use(
          phone.connect(asSync(pieces), id === 'LIS2' ? 'stat_v2,ls_v2' : ''),
          async (connection) => {
            const folder = await listFolder(connection, path, neverAborts);
            await replyOf(listFiles, { folder });
            return folder;
          },
        ),
    ),
  ),
  ofPhone(
    'content of a file',
    async () => [await seeds.sync(['RECV', file], ['STA2', file]), join('FAIL', uint32(2), 'no')],
    async (pieces) => {
      const sockets = [[await fileBefore()]];
      const answer = (service: string): readonly Bytes[] | null =>
        isSync(service) ? (sockets.pop() ?? pieces) : null;
      return await phone.use(phone.connect(answer, 'stat_v2'), async (connection) => {
        const { stream } = await fetchFile(connection, file, neverAborts);
        let length = 0;
        for await (const piece of stream) length += piece.length;
        return length;
      });
    },
  ),
  ofPhone(
    'answer to a sent file',
    () => [phone.accepted, join('FAIL', uint32(23), 'No space left on device')],
    (pieces) =>
      phone.use(
        phone.connect((service) => (isSync(service) ? pieces : [phone.failed])),
        (connection) => {
          const outgoing = { file: new File(['x'], 'x'), onProgress: () => undefined };
          return sendFile(connection, { outgoing, path: file }, neverAborts);
        },
      ),
  ),
  ofPhone(
    'stream of the element reader',
    () => [seeds.readerAnswer, encode('error\t1\ttaken\tanother program\n')],
    (pieces) => {
      const printed = [encode('ready\t4\t34\n'), ...pieces].map((piece) =>
        phone.shellPacket(1, piece),
      );
      const answer = (service: string): readonly Bytes[] =>
        isSync(service) ? [phone.accepted] : printed;
      return phone.use(phone.connect(answer), async (connection) => {
        const reader = await ReaderProcess.start(
          connection,
          () => Promise.resolve(encode('dex')),
          neverAborts,
        );
        return parseReaderScreen((await reader.read(0, 0)).rows);
      });
    },
  ),
  ofText(
    'rows of the element reader',
    () => [seeds.readerAnswer],
    (rows) => parseReaderScreen(rows.split('\n').slice(0, -2)),
  ),
  ofStream(
    'messages of scrcpy',
    ['\0\0\0\0\x05hello\x01\0\0\0\0\0\0\0\x07', '\0\0\0\0\0'],
    async (pieces) => {
      const messages: unknown[] = [];
      const log = (message: unknown): void => void messages.push(message);
      const reading = readDeviceMessages(phone.streamOf(pieces), {
        onClipboard: log,
        onAcknowledged: log,
      });
      await reading.catch((error: unknown) => {
        if (!isEndOfStream(error)) throw error;
      });
      return messages;
    },
  ),
  ...codecs.map((codec) =>
    ofStream(
      `${codec} video of scrcpy`,
      () => [seeds.video(codec)],
      async (pieces) => {
        installFakeWebCodecs();
        const refusals: Error[] = [];
        const packets = await readVideo(
          phone.streamOf(pieces),
          codec,
          (error) => void refusals.push(error),
        );
        const parser = new PacketParser();
        const frames: unknown[] = [];
        for await (const packet of packets) frames.push(parser.parse(packet, codec));
        for (const refusal of refusals) throw refusal;
        return { frames, codec: parser.codecString, size: parser.size };
      },
      // VideoSession takes it for the end.
      { isError: isEndOfStream },
    ),
  ),
  ofStream(
    'stream of the log',
    () => seeds.outputsOf(logcat.readLogs(logQuery)),
    (pieces) => {
      const parser = new logcat.LogStreamParser();
      return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
    },
  ),
  ofBytes('dump of uiautomator', seeds.dumps, parseHierarchy),
  ofBytes(
    'dump as it is printed',
    () => seeds.dumps().map(seeds.printedDump),
    (stdout) =>
      screen
        .readHierarchy({ nonce: 'n', method: 'plain' })
        .parse({ stdout, stderr: '', exitCode: 0 }),
  ),
  ofBytes('size of a picture', () => [seeds.png(), seeds.jpeg()], encodedSize),
  ofBytes('captured screen', seeds.dumps, async (xml) => {
    const world = await phone.showCapture(xml);
    assert.equal(isTooLargePicture(world.screenSize), false);
    return world.hierarchy();
  }),
];

/* What other programs of the computer send. */

const programTargets: readonly Target[] = [
  ofText('frames of a console', relayFrames.ofConsole, readConsoleFrames),
  ofText('frames of the bridge', relayFrames.ofBridge, readBridgeFrames),
  ofText(
    'lists of an adb server',
    [
      'R5CT30 device usb:1-2 product:o1s model:SM_G991B device:o1s transport_id:3\n192.168.1.5:5555 offline transport_id:4\n',
      'A no permissions (user in plugdev group; are your udev rules wrong?); see [http://x] usb:3-1 transport_id:5\n',
      'adb-R5CT30-aBcDeF\t_adb-tls-connect._tcp\t192.168.1.5:37043\n',
    ],
    (list) => [parsePhones(list), parseFoundPhones(list)],
  ),
  ofBytes(
    'changes that an adb server reports',
    [
      '0048R5CT30 device usb:1-2 product:o1s model:SM_G991B device:o1s transport_id:3\n',
      '0027192.168.1.5:5555 device transport_id:4\n0000001cA unauthorized transport_id:5\n',
    ],
    phone.followAdbServer,
    { waits: true },
  ),
  ...(['adb-features', 'adb-connect'] as const).map((name) =>
    ofStream(
      `answer of an adb server to ${name}`,
      [
        'OKAYOKAY0012shell_v2,cmd,stat_v2',
        'OKAY0019connected to 1.2.3.4:5555',
        'FAIL0010no such transport',
      ],
      (pieces) => phone.askAdbServer(name, pieces),
      { isStream: false },
    ),
  ),
  ofStream(
    'events of the MCP endpoint',
    [
      'event: message\r\nid: 1\r\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\r\n\r\n: ping\n\ndata: a\ndata: b\n\n',
    ],
    async (pieces) => {
      const events: string[] = [];
      for await (const event of readEvents(
        new Response(new Blob([...pieces])).body ?? new ReadableStream(),
      ))
        events.push(event);
      return events;
    },
  ),
  ofText(
    'messages between windows',
    [
      '{"type":"handset:connect","id":"1"}',
      '{"type":"handset:ready","version":"1","isNew":true}',
      '{"type":"handset:refused","id":"1","reason":"refused","message":"no"}',
      '{"type":"handset:connected","id":"1","agent":"a"}',
    ],
    (json) => [parseAgentMessage(parseJson(json)), parseConsoleMessage(parseJson(json))],
  ),
  ofText(
    'arguments of a tool',
    registeredTools.map(({ tool: { name }, schema }) =>
      JSON.stringify({ name, args: exampleArguments(fieldsOf(schema)) }),
    ),
    (json) => {
      const { name, args = null } = membersOf(parseJson(json));
      const words = callWords(shownTools, String(name), args);
      argumentLines(args, json);
      const { tool } = registeredTools.find((each) => each.tool.name === name) ?? {};
      if (tool === undefined) return words;
      checkArguments(tool, args);
      const parsed = parseArguments(tool, args);
      return [
        words,
        tool.at === 'directory' || tool.at === 'calls' ? null : tool.risk?.(parsed, new Map()),
      ];
    },
  ),
];

/* Files that a user opens, and what is named, typed or pasted. */

const userTargets: readonly Target[] = [
  ofText(
    'session in a file',
    () => seeds.files('app/console/calls/testing/kept', 'timeline'),
    async (json) => {
      const session = parseSession(json);
      if ('fault' in session) return session;
      stepsFromCalls(session.calls);
      const info = {
        title: session.phone,
        madeAtEpochMs: 0,
        tools: shownTools,
        withPictures: true,
      };
      const steps = { source: { kind: 'calls' }, steps: session.steps } as const;
      const exported = async (format: 'json' | 'html'): Promise<string> => {
        const request = { ...info, format, phone: session.phone, calls: session.calls, steps };
        return await (await makeFile(request, () => undefined, neverAborts)).text();
      };
      assert.doesNotMatch(await exported('html'), /<img src=x|<\/node>/);
      assert.equal('fault' in parseSession(await exported('json')), false);
      return session;
    },
  ),
  ofText('steps in a file', () => seeds.files('app/console/calls/testing/kept'), parseSteps),
  ofText(
    'configuration of an MCP client',
    [
      '{\n  // mine\n  "mcpServers": { "a": { "command": "b", "args": ["c"] }, },\n}\n',
      'model = "x"\n\n[mcp_servers.a]\ncommand = "b" # mine\nargs = ["c"]\n',
    ],
    (config) => {
      const format = config.includes('[mcp') ? 'toml' : 'json';
      const edited = editConfig(config, format, ['mcpServers', 'handset'], {
        command: 'handset',
        args: ['--stdio'],
      });
      return editConfig(edited, format, ['mcpServers', 'handset'], undefined);
    },
    { isError: (error) => error instanceof UneditableError },
  ),
  ofText(
    'address of the page',
    [
      'http://127.0.0.1:7340/#bridge=secret&at=127.0.0.1:7340',
      'https://a.b/?phone=demo&android=14&faults=a,b&latency=real&activity=a/.B&live=off&panel=logs#bridge=s&at=[::1]:80',
    ],
    (href) => {
      if (!URL.canParse(href)) return null;
      const startup = readStartup(href);
      assert.match(
        new URL(socketUrl('http://127.0.0.1:7340/', startup.at)).hostname,
        /^(?:127\.0\.0\.1|localhost|\[::1\])$/,
      );
      return startup;
    },
  ),
  ofText(
    'address of a phone',
    ['192.168.1.5:5555', 'phone.local', '[fe80::1%wlan0]:37001'],
    (address) => {
      const parsed = parsePhoneAddress(address);
      assert.match(formatPhoneAddress(parsed), /^[\w.:%[\]-]+$/);
      assert.deepEqual(parsePhoneAddress(formatPhoneAddress(parsed)), parsed);
    },
  ),
  ofText(
    'origin of a hosted console',
    ['https://example.com', 'http://localhost:8080', 'https://[::1]:1'],
    (origin) => assert.match(parseAllowedOrigin(origin), /^https?:\/\/[\w.:[\]-]+$/),
    { isError: (error) => error instanceof CliError },
  ),
  ofText('path of an agent', ['/mcp', '/mcp/claude', '/mcp/a.b-c_1'], (pathname) =>
    assert.match(agentFromPath(pathname) ?? 'none', /^(?!\.{1,2}$)[\w.-]{1,64}$/),
  ),
  ofText(
    'selector',
    ['"Save"', 'Button[clickable]:text("A*") > @com.a:id/b', '#list >> :nth(2)', ':near("x", 3)'],
    parseSelector,
  ),
  ofText(
    'XPath',
    ['//*[@text="OK"]', "//a.Button[contains(@text,'a') and @clickable='true']"],
    (xpath) => {
      const selector = fromXPath(xpath) ?? '';
      return selector === '' ? null : parseSelector(selector);
    },
  ),
  ofText(
    'names of files',
    ['report.pdf\n../../etc/passwd\nC:\\a.txt', 'Grüße 👩‍👩‍👧.tar.gz', '.profile\n..\n...\nCON'],
    (text) => {
      const names = text.split('\n');
      const zipNames = new ZipNames();
      const paths = names.map((name) => zipNames.add('folder/', name));
      for (const each of paths) assert.match(each, /^folder\/(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]+$/u);
      assert.equal(new Set(paths.map((each) => each.toLowerCase())).size, names.length);
      for (const name of names.flatMap((each) => [safeName(each), downloadName(each)])) {
        assert.match(name, /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u);
        assert.equal(encode(numberedName(name, 999)).length <= 255, true, name);
      }
    },
  ),
  ofText('Base64', ['aGVsbG8=', 'aGVsbG8'], (base64) => {
    const bytes = decodeBase64(base64);
    if (bytes !== null) assert.deepEqual(decodeBase64(encodeBase64(bytes)), bytes);
  }),
];

export const targets: readonly Target[] = [
  ...outputTargets,
  ...replyTargets,
  ...lineTargets,
  ...adbTargets,
  ...programTargets,
  ...bridgeTargets,
  ...userTargets,
].map((target) => ({ ...target, regressions: regressions[target.name] ?? [] }));

for (const name of Object.keys(regressions))
  assert.equal(
    targets.some((target) => target.name === name),
    true,
    `There is no target ${name}.`,
  );
