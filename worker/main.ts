/** The worker's entry: builds the parts and joins them. */
import './usb/closed-shim.ts';
import '../core/zod-jitless.ts';
import { HandsetError, describeThrown } from '../core/errors.ts';
import { type CallHandlers, linkToPage } from '../core/link/link.ts';
import type { CallRecord } from '../core/link/messages.ts';
import { fetchServerFor } from './adb/acting/server-file.ts';
import { answerMcp } from './answer-mcp.ts';
import { LastScreen } from './last-screen.ts';
import { type JoinedBridge, joinBridge } from './relay/join-bridge.ts';
import { ToolRunner } from './run-tool.ts';
import { readScreenView } from './screen-view.ts';
import { PhoneSession } from './session/session.ts';
import { type Source, browserSource } from './session/source.ts';
import { openKeys } from './usb/keys.ts';

const session = new PhoneSession({
  keys: openKeys(),
  consoleAddress: self.location.origin,
  onStatus: (status) => {
    page.tell('phone', status);
  },
  loadServer: fetchServerFor(self.location.href),
});
const runner = new ToolRunner({
  phone: (signal) => session.phone(signal),
  onRunning: (call) => {
    page.tell('running', call === null ? [] : [{ ...call, id: 0, startedAtEpochMs: 0 }]);
  },
  onCall: (record) => {
    page.tell('call', record);
  },
});
const lastScreen = new LastScreen();
let bridge: JoinedBridge | undefined;

const handlers: CallHandlers = {
  connectUsb: ({ serial }, signal) => {
    const open = (): Promise<Source> => Promise.resolve(browserSource());
    return session.connect({ name: 'the phone', open, serial }, signal);
  },
  watchUsb: async () => {
    await session.watch(browserSource());
    return null;
  },
  connectDemo: (request, signal) => {
    const open = async (): Promise<Source> => {
      // Not loaded by those who came with a phone.
      const demo = await import('./demo/open-demo-phone.ts').catch(demoNotLoaded);
      return await demo.openDemoPhone(request);
    };
    return session.connect({ name: 'the demo phone', open, serial: null }, signal);
  },
  disconnect: async () => {
    lastScreen.forget();
    await session.disconnect();
    return null;
  },
  joinBridge: ({ url, secret, tab }) => {
    bridge?.close();
    let answer = answerMcp(runner, '');
    bridge = joinBridge({
      url,
      secret,
      tab,
      fetch: (request) => answer.fetch(request),
      onStatus: (status) => {
        page.tell('bridge', status);
      },
      onToolPrefix: (toolPrefix) => {
        answer = answerMcp(runner, toolPrefix);
      },
    });
    return Promise.resolve(null);
  },
  readScreen: async (_, signal) =>
    lastScreen.keep(await readScreenView(await session.phone(signal), signal)),
  // An async function turns what it throws into the rejection that the link carries.
  matchSelector: async ({ selector }) => await Promise.resolve(lastScreen.match(selector)),
  suggestSelectors: async ({ id }) => await Promise.resolve(lastScreen.suggest(id)),
  runTool: async ({ name, argumentsJson }, signal): Promise<CallRecord> => {
    const given = parseJson(argumentsJson);
    const { record } = await runner.run({ agent: 'you', name, arguments: given, signal });
    return record;
  },
};

const page = linkToPage(self, handlers);

function demoNotLoaded(cause: unknown): never {
  throw new HandsetError('internal', 'The demo phone could not be loaded.', {
    hint: `Is ${self.location.origin} still there? Then reload the page.`,
    cause,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `The arguments are not JSON: ${describeThrown(error)}.`;
    throw new HandsetError('invalid-argument', message, { cause: error });
  }
}

/** Tango leaves promises that reject with USB errors when a phone is unplugged; the session has told of it. */
const unplugErrors = ['NetworkError', 'NotFoundError', 'AbortError', 'InvalidStateError'];
self.addEventListener('unhandledrejection', (event) => {
  const reason: unknown = event.reason;
  if (reason instanceof DOMException && unplugErrors.includes(reason.name)) event.preventDefault();
});
