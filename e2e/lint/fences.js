/**
 * Who may import whom, as ESLint settings.
 *
 * Each zone is a set of files with the full list of its fences; a file obeys the LAST zone that
 * matches it. A fence is a regular expression over the import's text and a message that names the
 * right place. The same fences hold for `import`, `export … from` and `import()`.
 */
import { roomsOfBridge } from './bridge-rooms.js';
import { pageCore, roomsOfModel } from './core-rooms.js';
import { roomsOfTools } from './tools-rooms.js';

/** @typedef {{ regex: string, message: string }} Fence */
/** @typedef {{ files: string[], fences: Fence[] }} Zone */

const bare = '^(?!\\.{1,2}/)';

/** Imports from a top-level folder, seen from files at least so many folders deep. */
const room = (/** @type {string} */ name, depth = 1) => `^(\\.\\./){${depth},}${name}/`;

/** Imports from a folder or file inside core, seen from inside or outside it. */
const inCore = (/** @type {string[]} */ ...names) =>
  `^\\.{1,2}/(?:\\.\\./)*(?:core/)?(?:${names.join('|')})(?:/|\\.ts$)`;

/** Only these packages; a name covers its subpaths, a name that ends in a slash or colon its whole scope. */
function onlyPackages(/** @type {string[]} */ names, /** @type {string} */ message) {
  const allowed = names.map((name) => (/[/:]$/.test(name) ? name : `${name}(?:/|$)`)).join('|');
  return { regex: names.length === 0 ? bare : `${bare}(?!(?:${allowed}))`, message };
}

/** What a unit test may import besides what its subject may. */
const forTests = [
  'vitest',
  'fast-check',
  'node:',
  '@napi-rs/canvas',
  '@modelcontextprotocol/',
  'ws',
];

/** Unit tests of a folder, and what only they share. */
const testsOf = (/** @type {string} */ folder) => [
  `${folder}/**/*.test.ts`,
  `${folder}/**/testing/**/*.ts`,
];

const noWorker = {
  regex: room('worker'),
  message: 'The worker is a runtime of its own: share code through core/, data through core/link.',
};
const noApp = {
  regex: room('app'),
  message: 'app/ is what a person starts; nothing imports it. Shared code belongs in core/.',
};
const noE2e = {
  regex: room('e2e'),
  message: 'e2e/ only tests and starts the product. Shared code belongs in core/.',
};
/** Unit tests may take the one canvas that Node has. */
const noE2eButCanvas = { ...noE2e, regex: `${noE2e.regex}(?!node-canvas\\.ts$)` };
const noDemoPhone = {
  regex: inCore('demo-phone'),
  message:
    'Only worker/demo, e2e and core/demo-phone itself import the demo phone: the product speaks to it as to any phone.',
};

const corePackages = ['zod', 'fast-xml-parser', '@modelcontextprotocol/server'];
const coreMessage =
  'core is pure TypeScript (no DOM, USB or Node): only zod, fast-xml-parser and @modelcontextprotocol/server. Take what a runtime has as a parameter, as core/phone.ts does.';
const runtimes = [noWorker, noApp, noE2e];

const toolsFences = [
  {
    regex: inCore('commands'),
    message: 'Tools never import commands: speak to the phone through core/phone.ts.',
  },
  {
    regex: inCore('mcp', 'link', 'relay'),
    message:
      'Tools know neither MCP nor the way they were called: answer through core/tools/contract/tool.ts.',
  },
];
const commandsFences = [
  {
    regex: inCore('tools', 'format', 'mcp', 'link', 'relay', 'selector', 'annotate'),
    message:
      'Commands only know screen, gestures, acting, geometry, phone and errors; what uses them is core/phone.ts.',
  },
];
const wireFences = [
  {
    regex: inCore(
      'tools',
      'screen',
      'format',
      'mcp',
      'commands',
      'selector',
      'gestures',
      'annotate',
      'phone',
    ),
    message: 'link and relay know neither tools nor screens: flatten the data in the worker.',
  },
];
const mcpFences = [
  {
    regex: inCore('commands', 'link', 'relay'),
    message:
      'The MCP server knows the registry alone; commands belong to the worker, frames to relay.',
  },
];
const clientsFences = [
  {
    regex: '^\\.\\./(?!(?:relay/frames|mcp/agent|errors)\\.ts$)',
    message:
      'core/clients only says how the bridge is reached: it takes the setup of core/relay/frames.ts and the names of core/mcp/agent.ts.',
  },
];

/** @type {(name: string, packages: string[], extra: Fence[]) => Zone[]} */
const coreZone = (name, packages, extra) => [
  { files: [`core/${name}`], fences: [...runtimes, onlyPackages(packages, coreMessage), ...extra] },
];

const core = [
  ...coreZone('**/*.ts', corePackages, [noDemoPhone]),
  ...roomsOfModel.flatMap(({ name, forbidden, message }) =>
    coreZone(`${name}/**/*.ts`, corePackages, [
      noDemoPhone,
      { regex: inCore(...forbidden), message },
    ]),
  ),
  ...coreZone('tools/**/*.ts', corePackages, [noDemoPhone, ...toolsFences]),
  ...roomsOfTools.flatMap(({ files, fence }) =>
    coreZone(files, corePackages, [noDemoPhone, ...toolsFences, fence]),
  ),
  ...coreZone('commands/**/*.ts', corePackages, [noDemoPhone, ...commandsFences]),
  ...coreZone('{link,relay}/**/*.ts', corePackages, [noDemoPhone, ...wireFences]),
  ...coreZone('mcp/**/*.ts', corePackages, [noDemoPhone, ...mcpFences]),
  ...coreZone('clients/**/*.ts', [], clientsFences),
  {
    files: testsOf('core'),
    fences: [
      noWorker,
      noApp,
      noE2eButCanvas,
      onlyPackages([...corePackages, ...forTests], coreMessage),
      noDemoPhone,
    ],
  },
];

/** The demo phone has an inner folder `app`; from its files the room lies two folders up at least. */
const demoPhoneFences = [noWorker, { ...noApp, regex: room('app', 2) }];
const demoPhonePackages = [...corePackages, '@mdi/js'];

/** @type {Zone[]} */
const demoPhone = [
  {
    files: ['core/demo-phone/**/*.ts'],
    fences: [...demoPhoneFences, noE2e, onlyPackages(demoPhonePackages, coreMessage)],
  },
  {
    files: testsOf('core/demo-phone'),
    fences: [
      ...demoPhoneFences,
      noE2eButCanvas,
      onlyPackages([...demoPhonePackages, ...forTests], coreMessage),
    ],
  },
];

const workerPackages = ['@yume-chan/'];
const workerMessage =
  'The worker speaks ADB by @yume-chan/*; schemas, XML and MCP belong in core/, the page has the rest.';
const workerDemo = [...workerPackages, '@fontsource/inter'];

/** @type {Zone[]} */
const worker = [
  {
    files: ['worker/**/*.ts'],
    fences: [noApp, noE2e, noDemoPhone, onlyPackages(workerPackages, workerMessage)],
  },
  {
    files: ['worker/demo/**/*.ts'],
    fences: [noApp, noE2e, onlyPackages(workerDemo, workerMessage)],
  },
  {
    files: testsOf('worker'),
    fences: [
      noApp,
      noE2eButCanvas,
      onlyPackages([...workerDemo, 'zod', ...forTests], workerMessage),
    ],
  },
];

const pagePackages = ['svelte', '@mdi/js', '@fontsource/inter'];
const pageMessage =
  'A page imports svelte and libraries for the page. ADB and MCP are the worker’s (core/link asks it), Node is app/bridge’s.';
const pageFences = [
  {
    regex: `${room('worker')}|\\?(?:shared)?worker`,
    message:
      'A page reaches the worker only by new Worker(new URL(…, import.meta.url)) and core/link.',
  },
  {
    regex: '^\\.{1,2}/(?:\\.\\./)*bridge/',
    message: 'The bridge is another program: speak to it by HTTP and core/relay.',
  },
  noE2e,
  noDemoPhone,
];

/** @type {Zone[]} */
const pages = [
  {
    files: ['app/**/*.ts', 'app/**/*.svelte'],
    fences: [...pageFences, pageCore, onlyPackages(pagePackages, pageMessage)],
  },
  {
    files: testsOf('app'),
    fences: [...pageFences, onlyPackages([...pagePackages, ...forTests], pageMessage)],
  },
];

const bridgePackages = ['ws', '@modelcontextprotocol/server', 'node:'];
const bridgeMessage =
  'The bridge needs ws, the MCP server and node: modules only; schemas belong in core/relay.';
const noPages = {
  regex: '^(?:\\.\\./)+(?:console|ui|browser-agents)/|\\.svelte(?:\\.ts)?$',
  message: 'Pages run in the browser; the bridge only serves them as files.',
};
const bridgeFences = [
  noWorker,
  noE2e,
  noPages,
  {
    regex:
      '^(?:\\.\\./)+core/(?!(?:clients|mcp|relay|tools)/|(?:errors|version|zod-jitless)\\.ts$)',
    message:
      'The bridge knows core/mcp, core/relay, core/tools, core/clients, core/errors.ts and core/version.ts: content is the worker’s.',
  },
];

/** @type {Zone[]} */
const bridge = [
  {
    files: ['app/bridge/**/*.{ts,mjs}'],
    fences: [...bridgeFences, onlyPackages(bridgePackages, bridgeMessage)],
  },
  ...roomsOfBridge.map(({ files, fence }) => ({
    files,
    fences: [...bridgeFences, onlyPackages(bridgePackages, bridgeMessage), fence],
  })),
  {
    files: testsOf('app/bridge'),
    // What stands at the other end of the socket is the real thing, too.
    fences: [noE2e, noPages, onlyPackages([...bridgePackages, 'zod', ...forTests], bridgeMessage)],
  },
];

/** @type {Zone[]} */
const e2e = [
  {
    files: ['e2e/**/*.{ts,js,mjs}'],
    fences: [
      {
        ...noWorker,
        message: 'e2e replaces nothing of ours: reach the worker through a real page.',
      },
      {
        ...noApp,
        message: 'e2e starts the console and the bridge as a person does: as a process.',
      },
    ],
  },
];

/** Build settings import what they build with. */
const settings = { files: ['**/vite.config.ts'], fences: [] };

/** Every zone, general ones first. */
export const zones = [...core, ...demoPhone, ...worker, ...pages, ...bridge, ...e2e, settings];

/** The fences of a zone against `import … from` and `export … from`. */
export function importRule(/** @type {Fence[]} */ fences) {
  return ['error', { patterns: fences.map(({ regex, message }) => ({ regex, message })) }];
}

/** The same fences against `import()`, which no-restricted-imports does not see. */
export function dynamicImports(/** @type {Fence[]} */ fences) {
  return fences.map(({ regex, message }) => ({
    selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\/')}/]`,
    message,
  }));
}
