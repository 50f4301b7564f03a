/**
 * Import rules for dependency-cruiser: between runtimes, between folders of a runtime, and for npm packages.
 * A rule's comment is printed with each violation. Type imports count; dependency-cruiser reads components
 * compiled, without types, so eslint.config.js has the rules for those.
 */

const tests = '\\.test\\.ts$|/testing/';

/** Files of the pages; app/ also contains the bridge and the build. */
const pages = '^app/(?!bridge/|build/)';

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** Packages that unit tests may import in addition to those of the tested code. */
const forTests = [
  'node:',
  'vitest',
  'fast-check',
  '@napi-rs/canvas',
  '@modelcontextprotocol/[^/]+',
  'ws',
  'zod',
  'yaml',
];

/** Rules that the files of a folder, and their unit tests, import only these packages; `node:` means Node's modules. */
function packageRules(folder, from, names, comment) {
  const only = (allowed) => ({
    pathNot: `^(?:(?:app|core|worker|e2e)/|package\\.json$)|^(?:node_modules/)?(?:${allowed.join('|')})(?:/|$)`,
    ...(allowed.includes('node:') && { dependencyTypesNot: ['core'] }),
  });
  return [
    rule(`packages-of-${folder}`, comment, { path: from, pathNot: tests }, only(names)),
    rule(
      `packages-of-tests-of-${folder}`,
      comment,
      { path: from.replace(/^\^/, '^(?=.*(?:' + tests + '))') },
      only([...names, ...forTests]),
    ),
  ];
}

/**
 * One rule for each entry of `table`: a subfolder, or a file with its suffix, imports only the listed
 * ones and the files that match `free`. Unit tests, and files outside the folder, are not restricted.
 */
const folderRules = (folder, free, table, comment = '') =>
  Object.entries(table).map(([name, allowed]) =>
    rule(
      `${folder}/${name}`,
      `${name} may import ${allowed.join(', ') || 'no other folder'}: imports go downwards only. ${comment}`,
      { path: `^${folder}/${name}(?:/|$)`, pathNot: tests },
      {
        path: `^${folder}/`,
        pathNot: `^${folder}/(?:${[...[name, ...allowed].map((each) => `${each}(?:/|$)`), ...free].join('|')})`,
      },
    ),
  );

/** The files of core that pages may import. */
export const pageCore =
  '(?:link|clients|text)/|export/start\\.ts$|phone/(?:apps|device-state|files|notifications)\\.ts$|screen/package-names\\.ts$|(?:call|content-policy|errors|geometry|picture-size|tool-words|version)\\.ts$|mcp/(?:agent-path|message-port)\\.ts$|relay/(?:agent-tokens|frames)\\.ts$';

const runtimes = [
  rule(
    'worker-is-a-runtime',
    'The worker is a runtime of its own: share code through core/, data through core/link. A page starts it by new Worker(new URL(…, import.meta.url)), e2e reaches it through a real page.',
    { path: '^(?:core|app|e2e)/', pathNot: `^e2e/fuzz/|^app/bridge.*(?:${tests})` },
    { path: '^worker/' },
  ),
  rule(
    'app-is-what-a-person-starts',
    'Nothing imports app/: shared code belongs in core/, and e2e starts the console and the bridge as a person does, as a process. Only what writes app/troubleshooting.md reads the entries of the console, and e2e/fuzz feeds the readers of all runtimes.',
    { path: '^(?:core|worker|e2e)/', pathNot: '^e2e/(?:fuzz/|readme-tables\\.ts$)' },
    { path: '^app/(?!build/)' },
  ),
  rule(
    'bridge-is-a-program',
    'The bridge is another program: speak to it by HTTP and core/relay.',
    { path: pages },
    { path: '^app/bridge/' },
  ),
  rule(
    'pages-run-in-the-browser',
    'Pages run in the browser; the bridge only serves them as files, and the build packs them.',
    { path: '^app/(?:bridge|build)/' },
    { path: pages },
  ),
  rule(
    'build-is-for-builds',
    'Only settings of builds import app/build, and e2e what it checks of a build.',
    { path: '^(?:core|worker|app/(?!build/))' },
    { path: '^app/build/' },
  ),
  rule(
    'e2e-only-tests',
    'e2e/ only tests and starts the product: shared code belongs in core/, what a build needs in app/build.',
    { path: '^(?:(?:core|worker|app)/|vite\\.config\\.ts$)' },
    { path: '^e2e/' },
  ),
  rule(
    'testing-is-for-tests',
    'Only tests import what a folder called testing holds, such as the canvas that Node has.',
    { path: '^(?:core|worker|app)/', pathNot: tests },
    { path: '/testing/' },
  ),
  rule(
    'demo-phone-is-a-phone',
    'Only worker/demo, e2e and core/demo-phone itself import the demo phone: the product speaks to it as to any phone.',
    {
      path: '^(?:core|worker|app)/',
      pathNot: `^core/demo-phone/|^worker/demo/|^(?:worker|app/bridge).*(?:${tests})`,
    },
    { path: '^core/demo-phone/' },
  ),
  rule(
    'pages-know-link',
    'A page knows core/link, core/clients, core/call.ts, core/tool-words.ts, core/text, core/export/start.ts and the small files that pageCore lists: what it shows of a phone comes flattened from the worker.',
    { path: pages, pathNot: tests },
    { path: '^core/', pathNot: `^core/(?:demo-phone/|${pageCore})` },
  ),
  rule(
    'bridge-knows-the-envelope',
    'The bridge knows core/mcp, core/relay, core/tools, core/clients, core/link/policy.ts, core/link/phone-address.ts, core/link/operating-system.ts, core/errors.ts, core/content-policy.ts and core/version.ts: content is the worker’s.',
    { path: '^app/bridge/', pathNot: tests },
    {
      path: '^core/',
      pathNot:
        '^core/(?:(?:clients|demo-phone|mcp|relay|tools)/|(?:link/(?:policy|phone-address|operating-system)|errors|content-policy|version|zod-jitless)\\.ts$)',
    },
  ),
];

const corePackages = ['zod', 'fast-xml-parser', '@modelcontextprotocol/server'];
const coreIsPure =
  'core is pure TypeScript (no DOM, USB or Node): only zod, fast-xml-parser and @modelcontextprotocol/server. Take what a runtime has as a parameter, as core/phone/phone.ts does.';
const workerSpeaksAdb =
  'The worker speaks ADB by @yume-chan/*, IndexedDB by idb, and writes videos by mediabunny and ZIP files by client-zip; schemas, XML and MCP belong in core/, the page has the rest.';

const npm = [
  ...packageRules('core', '^core/(?!demo-phone/)', corePackages, coreIsPure),
  ...packageRules('demo-phone', '^core/demo-phone/', [...corePackages, '@mdi/js'], coreIsPure),
  ...packageRules(
    'worker',
    '^worker/(?!demo/)',
    ['@yume-chan/[^/]+', 'client-zip', 'idb', 'mediabunny'],
    workerSpeaksAdb,
  ),
  ...packageRules(
    'worker-demo',
    '^worker/demo/',
    ['@yume-chan/[^/]+', '@fontsource/inter', 'idb'],
    workerSpeaksAdb,
  ),
  ...packageRules(
    'pages',
    pages,
    [
      'svelte',
      '@mdi/js',
      '@fontsource/inter',
      '@xterm/[^/]+',
      'idb',
      'jsonc-parser',
      'minisearch',
      'zod',
    ],
    'A page imports svelte and libraries for the page, and zod/mini for data from outside. ADB and MCP are the worker’s (core/link asks it), Node is app/bridge’s.',
  ),
  ...packageRules(
    'build',
    '^app/build/',
    ['vite', '@mdi/js', 'node:'],
    'A build needs Vite, the icons that it splits, and node: modules only; what a program needs belongs to the program.',
  ),
  ...packageRules(
    'bridge',
    '^app/bridge/(?!vite\\.config)',
    ['ws', '@modelcontextprotocol/server', 'jsonc-parser', 'smol-toml', 'node:'],
    'The bridge needs ws, the MCP server, parsers of configuration files and node: modules only; schemas belong in core/relay.',
  ),
];

/** The folders of core (core/README.md); all may import text/, geometry.ts, errors.ts and other files directly in core. */
const core = folderRules('core', ['[^/]+\\.ts$', 'text/'], {
  text: [],
  gestures: [],
  input: [],
  screen: [],
  selector: ['screen'],
  annotate: ['screen'],
  format: ['screen', 'selector'],
  phone: ['screen', 'gestures', 'input'],
  commands: ['screen', 'gestures', 'input', 'phone'],
  tools: ['format', 'annotate', 'selector', 'screen', 'gestures', 'input', 'phone'],
  export: ['selector', 'screen', 'input', 'link'],
  mcp: ['tools', 'relay/limits.ts'],
  relay: [],
  link: [
    'relay',
    'input',
    'phone/(?:apps|device-state|files|notifications|recording|input-backends)\\.ts$',
  ],
  clients: ['relay/frames.ts', 'mcp/agent-path.ts'],
  'demo-phone': ['screen'],
});

/** core/tools/shared must not import any tool. */
const tools = folderRules('core/tools', [], { shared: [] }, 'What tools share knows no tool.');

/** The folders of the demo phone; demo-phone.ts and run-command.ts assemble it, all may import the other files beside the folders. */
const demoPhone = folderRules('core/demo-phone', ['(?!demo-phone|run-command)[^/]+\\.ts$'], {
  adbd: [],
  android: [],
  shell: [],
  programs: ['shell'],
  scrcpy: ['shell'],
});

/** The folders of the worker (core/README.md); main.ts assembles them. */
const worker = folderRules('worker', ['runtime\\.d\\.ts$'], {
  waits: [],
  paint: [],
  relay: [],
  adb: ['waits', 'paint'],
  session: ['waits', 'adb'],
  demo: ['files', 'session'],
  logs: ['waits', 'adb'],
  files: ['waits', 'adb'],
  shell: ['waits', 'adb'],
  live: ['waits', 'paint', 'adb', 'session'],
  steps: ['waits', 'adb'],
  input: ['waits', 'adb', 'session', 'steps'],
  recording: ['waits', 'adb', 'files'],
  inspection: ['paint', 'live'],
  calls: ['waits', 'paint', 'adb', 'relay'],
  'page-handlers': [
    'adb',
    'session',
    'demo',
    'logs',
    'files',
    'shell',
    'live',
    'steps',
    'input',
    'recording',
    'inspection',
    'calls',
    'relay',
  ],
});

/** The rooms of worker/adb; adb-phone.ts assembles them. */
const adb = folderRules('worker/adb', [], {
  transport: [],
  scrcpy: ['transport'],
  reading: ['transport', 'scrcpy'],
  input: ['transport', 'scrcpy'],
  'watched-phone.ts': ['reading'],
});

/** The folders of the bridge (app/bridge/README.md); main.ts assembles them. */
const bridge = folderRules('app/bridge', ['limits\\.ts$', 'errors\\.ts$'], {
  guard: [],
  http: ['guard'],
  adb: [],
  files: [],
  consoles: ['guard'],
  agents: ['guard', 'http', 'consoles'],
  'bridge.ts': ['guard', 'http', 'adb', 'files', 'consoles', 'agents'],
  'shared-bridge.ts': ['guard', 'http', 'bridge.ts'],
  'stdio.ts': ['http', 'shared-bridge.ts'],
  start: ['guard', 'http', 'bridge.ts', 'shared-bridge.ts', 'stdio.ts'],
  doctor: ['guard', 'http', 'adb', 'shared-bridge.ts'],
  setup: ['guard'],
});

/** The folders of the pages (core/README.md). */
export const pageFolders = {
  ui: [],
  'browser-agents': ['ui'],
  offline: ['ui'],
  embed: ['ui', 'browser-agents'],
  console: ['ui', 'browser-agents', 'embed'],
  'bridge-window': ['ui', 'console'],
};

/** The panels of the console and their shared code; other files in app/console may import any of them. */
export const consoleFolders = {
  liveness: [],
  calls: [],
  policy: ['liveness'],
  agents: ['policy'],
  connect: ['agents'],
  files: [],
  logs: ['policy', 'connect', 'calls'],
  tools: ['policy', 'connect', 'calls'],
  steps: ['policy', 'connect', 'tools', 'calls'],
  timeline: ['policy', 'connect', 'tools', 'calls', 'steps'],
  screen: ['liveness', 'policy', 'connect', 'files', 'tools', 'calls', 'steps'],
  elements: ['tools', 'calls', 'screen'],
  device: ['policy', 'connect', 'files', 'logs', 'calls', 'screen'],
  'small-window': ['ControlStrip.svelte', 'policy', 'connect', 'agents', 'calls', 'screen'],
  'panels.ts': ['agents', 'logs', 'tools', 'timeline', 'elements', 'device'],
  'startup.ts': ['agents'],
  'console.svelte.ts': [
    'panels.ts',
    'startup.ts',
    'liveness',
    'calls',
    'policy',
    'agents',
    'connect',
    'files',
    'logs',
    'tools',
    'steps',
    'timeline',
    'elements',
    'screen',
    'device',
    'small-window',
  ],
  palette: [
    'console.svelte.ts',
    'panels.ts',
    'policy',
    'agents',
    'connect',
    'files',
    'logs',
    'tools',
    'calls',
    'steps',
    'timeline',
    'elements',
    'screen',
    'device',
  ],
};

const pageFolderRules = [
  ...folderRules('app', ['bridge/', 'build/'], pageFolders),
  ...folderRules(
    'app/console',
    [],
    consoleFolders,
    'A panel is handed what it uses of those above it; what several use belongs in app/ui.',
  ),
];

const cycleComment =
  'Files that import each other are one file, or what both need belongs in a third. A component may hold itself.';
const cycles = [
  rule('no-cycle', cycleComment, { path: '^(.+)$' }, { circular: true, pathNot: '^$1$' }),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...runtimes,
    ...npm,
    ...core,
    ...tools,
    ...demoPhone,
    ...worker,
    ...adb,
    ...bridge,
    ...pageFolderRules,
    ...cycles,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)(?:dist|dist-bridge|\\.cache)/' },
    moduleSystems: ['es6'],
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.d.ts', '.svelte'],
    },
  },
};
