/**
 * Snapshots in `e2e/inventory/` of what users and agents get from the running product: tools, programs,
 * endpoints and texts here, the page in inventory-console.spec.ts. Update them after an intended
 * change, and review the difference, with
 *
 *     npx playwright test --config=e2e/playwright.config.ts e2e/inventory --update-snapshots
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import { RELAY_VERSION } from '#core/relay/limits.ts';
import { type Bridge, bridgeFile } from './bridge-process.ts';
import { bridgeTest } from './fixtures.ts';
import { expectInventory, connectClient, root, section, maskVaryingValues } from './inventory.ts';
import { rawRequest, untilSocketCloses } from './local-http.ts';

/** The bridge's server information and tools, as JSON. */
async function listTools(bridge: Bridge): Promise<string> {
  const client = await connectClient(bridge);
  const { tools } = await client.listTools();
  const capabilities = client.getServerCapabilities();
  const server = client.getServerVersion();
  const instructions = client.getInstructions();
  await client.close();
  return JSON.stringify({ server, capabilities, instructions, tools }, null, 2);
}

bridgeTest('tools, as a client lists them', async ({ bridge }) => {
  expectInventory('tools.json', [maskVaryingValues(await listTools(bridge))]);
});

/** A program's output on both streams and its exit code. */
function runProgram(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env } };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve(maskVaryingValues(`${stdout}${stderr}(exit code ${error?.code ?? 0})`));
    });
  });
}

bridgeTest(
  'programs: usage, invalid usage, files that the bridge stores',
  { tag: '@more' },
  async ({ bridge }) => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    const prepare = 'app/bridge/prepare.mjs';
    const commands = [
      [prepare, 'bridge', '--', '--help'],
      [prepare, 'no-such-verb'],
      [bridgeFile, '--no-such-option'],
      [bridgeFile, '--port', 'x'],
      [bridgeFile, '--token', 'short'],
      [bridgeFile, '--tool-prefix', 'a-b'],
      [bridgeFile, '--allow-origin', 'example.org'],
      [bridgeFile, '--json', '--stdio'],
      [bridgeFile, '--open', '--no-open'],
      [bridgeFile, '--new-token', '--stdio'],
      ['--import', 'tsx', 'e2e/demo.ts', '--help'],
      ['--import', 'tsx', 'e2e/demo-phone.ts', '--help'],
    ];
    const outputs = await Promise.all(commands.map((args) => runProgram(args)));
    const home = await mkdtemp(join(tmpdir(), 'handset-home-'));
    const secondStartArgs = ['--no-open', '--port', String(bridge.port)];
    const env = { HOME: home, XDG_CONFIG_HOME: '', HANDSET_CONFIG_DIR: '', HANDSET_TOKEN: '' };
    await runProgram([bridgeFile, ...secondStartArgs], env);
    const homeFiles = await readdir(home, { recursive: true });
    await rm(home, { recursive: true });
    const secondStartOutput = await runProgram([bridgeFile, ...secondStartArgs], {
      HANDSET_CONFIG_DIR: bridge.configDir,
    });
    const secrets = join(bridge.configDir, 'secrets.json');
    const names = Object.keys(z.looseObject({}).parse(JSON.parse(await readFile(secrets, 'utf8'))));
    const mode = ((await stat(secrets)).mode & 0o777).toString(8);
    expectInventory('programs.txt', [
      ...section('package.json', Object.keys(scripts)),
      ...commands.flatMap((args, at) =>
        section(maskVaryingValues(args.join(' ')), [outputs[at]?.trimEnd() ?? '']),
      ),
      ...section('A second start', [
        maskVaryingValues(secondStartOutput, bridge).replace(/since .*\)/, 'since …)'),
      ]),
      ...section('What the bridge keeps in the home folder', homeFiles.toSorted()),
      ...section('secrets.json', [`${names.join(', ')} (mode ${mode})`]),
    ]);
  },
);

/** The bridge's response for each HTTP method; methods with the same response share a line. */
async function responsesByMethod(
  bridge: Bridge,
  path: string,
  authorization: string,
): Promise<string[]> {
  const methods = new Map<string, string[]>();
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const json = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const headers = { ...json, ...(authorization && { authorization }) };
    const answer = await rawRequest(bridge.port, { method, path, headers });
    const headerLines = ['content-type', 'allow', 'www-authenticate'].flatMap((name) =>
      name in answer.headers ? `${name}: ${String(answer.headers[name])}` : [],
    );
    const isFile = answer.status === 200 && path !== '/healthz';
    const outcome = [`${answer.status}`, ...headerLines, isFile ? '' : answer.body.trim()];
    const line = outcome.filter((part) => part !== '').join(' | ');
    methods.set(line, [...(methods.get(line) ?? []), method]);
  }
  const who = authorization === '' ? '' : ' with the token';
  return [...methods].map(([line, names]) =>
    maskVaryingValues(`${names.join()} ${path}${who}: ${line}`, bridge),
  );
}

bridgeTest('endpoints of the bridge, and published files', { tag: '@more' }, async ({ bridge }) => {
  const open = ['/', '/bridge.html', '/agent.html', '/embed/handset.js', '/service-worker.js'];
  const rows: string[] = [];
  for (const path of [...open, '/healthz', '/socket', '/nothing', '/mcp']) {
    rows.push(...(await responsesByMethod(bridge, path, '')));
  }
  for (const path of ['/mcp', '/mcp/name', '/mcp/b@d', '/mcp/a/b']) {
    rows.push(...(await responsesByMethod(bridge, path, `Bearer ${bridge.token}`)));
  }
  rows.push(...(await responsesByMethod(bridge, '/mcp', 'Bearer wrong')));
  const { headers } = await rawRequest(bridge.port);
  const changing = ['date', 'etag', 'content-length', 'last-modified'];
  const steadyHeaders = Object.entries(headers).filter(([name]) => !changing.includes(name));
  const hello = { kind: 'hello', version: RELAY_VERSION, secret: 'x', page: 'a-page' };
  const { origin } = new URL(bridge.url);
  const frames = { form: 'junk', secret: hello, version: { ...hello, version: 0 } };
  const ends = Object.entries(frames).map(async ([what, frame]) => {
    const end = await untilSocketCloses(bridge.port, { origin }, [JSON.stringify(frame)]);
    return `wrong ${what}: ${JSON.stringify(end)}`;
  });
  const built = await readdir(join(root, 'dist'), { recursive: true, withFileTypes: true });
  // The build chooses the names of files that only pages load.
  const published = built
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .map((name) => name.replace(/^dist\/assets\/.*\./, 'dist/assets/*.'));
  expectInventory('endpoints.txt', [
    ...section('HTTP', rows),
    ...section(
      'Headers of the console',
      steadyHeaders.map(([name, value]) => maskVaryingValues(`${name}: ${String(value)}`, bridge)),
    ),
    ...section('WebSocket /socket', await Promise.all(ends)),
    ...section('Files of the build', [...new Set(published)].toSorted()),
  ]);
});

bridgeTest('error codes and sentences in the source code', { tag: '@more' }, async ({ bridge }) => {
  const folders = ['core', 'worker', 'app/bridge', 'app/embed', 'app/browser-agents'];
  const files = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true });
      return names.map((name) => join(folder, name));
    }),
  );
  const product = files
    .flat()
    .filter(
      (name) => name.endsWith('.ts') && !/\.test\.ts$|\/testing\/|demo|embed\/page/.test(name),
    );
  const codes: string[] = [];
  const sentences = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeAliasDeclaration(node) && /^\w*ErrorCode$/.test(node.name.text)) {
      codes.push(`${node.name.text}: ${literalsOf(node.type).join(', ')}`);
    }
    const text = literalText(node);
    if (text === null) ts.forEachChild(node, visit);
    else if (isSentence(text)) sentences.add(text.replaceAll('\n', '\\n'));
    if (ts.isTemplateExpression(node))
      node.templateSpans.forEach(({ expression }) => visit(expression));
  };
  for (const name of product) {
    visit(
      ts.createSourceFile(name, await readFile(join(root, name), 'utf8'), ts.ScriptTarget.Latest),
    );
  }
  const listedTools = await listTools(bridge);
  const unlisted = [...sentences].filter(
    (text) => !listedTools.includes(JSON.stringify(text).slice(1, -1)),
  );
  expectInventory('texts.txt', [
    ...section('Codes', codes.toSorted()),
    ...section('Sentences; {} stands for a value', unlisted.toSorted()),
  ]);
});

/** The members of a string literal union. */
function literalsOf(type: ts.Node): readonly string[] {
  const own =
    ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
  const within: string[] = [];
  ts.forEachChild(type, (child) => void within.push(...literalsOf(child)));
  return [...own, ...within];
}

/** The text of a string literal, template or concatenation; null for any other node. */
function literalText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken)
    return null;
  const left = literalText(node.left);
  const right = literalText(node.right);
  return left === null || right === null ? null : left + right;
}

/** Whether the text reads like a sentence, and not like a shell command. */
function isSentence(text: string): boolean {
  return /^(?:[A-Z'"{].*[a-z] .*[a-z]|.*[a-z] .*[.!?]$)/s.test(text) && !/\$\(|2>| \|/.test(text);
}
