import { clockTime, callEndOf } from '#app/ui/call-strings.ts';
import type { Json } from '#app/ui/json.ts';
import { maskedText } from '#app/ui/mask-secrets.ts';
import { plainText } from '#app/ui/plain-text.ts';
import { usesElementId, maskedTexts, toStep } from '../recorded-steps.ts';
import type { ExportedCall } from './exported-call.ts';

/** Facts for the script's header and setup. */
interface ScriptInfo {
  /** MCP address of the bridge. */
  readonly mcpUrl: string;
  readonly phone: string | null;
  readonly fileName: string;
  readonly madeAtEpochMs: number;
}

/** A TypeScript program that makes the calls through the bridge with the MCP client; run it with `npx tsx`. */
export function makeScript(calls: readonly ExportedCall[], info: ScriptInfo): string {
  const variables = new TextVariables();
  const steps = calls.map((call) => stepCode(call, variables)).join('\n');
  return [
    headerComment(info, variables.names),
    setupCode(info, variables.names),
    steps,
    scriptEnd,
  ].join('\n');
}

function headerComment(
  { phone, fileName, madeAtEpochMs }: ScriptInfo,
  variableNames: readonly string[],
): string {
  const texts = variableNames.map((name) => `${name}=… `).join('');
  return `/*
 * Made by Handset, ${new Date(madeAtEpochMs).toISOString()}${phone === null ? '' : `, from calls on ${commentText(phone)}`}.
 *
 * Node 20 or newer; the Handset console must be open, with a phone:
 *   npm install @modelcontextprotocol/client tsx
 *   HANDSET_TOKEN=… ${texts}npx tsx ${commentText(fileName)}
 * The token stands in the console under Agents. HANDSET_MCP is another address of the bridge.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
`;
}

function setupCode({ mcpUrl }: ScriptInfo, variableNames: readonly string[]): string {
  const texts = variableNames.map((name) => `const ${name} = need('${name}');\n`).join('');
  return `function need(name: string): string {
  const value = process.env[name];
  if (value !== undefined) return value;
  console.error(\`Set \${name} in the environment.\`);
  process.exit(2);
}

const url = new URL(process.env['HANDSET_MCP'] ?? ${JSON.stringify(mcpUrl)});
const token = need('HANDSET_TOKEN');
${texts}
const client = new Client({ name: 'handset-script', version: '1.0.0' });
const requestInit = { headers: { Authorization: \`Bearer \${token}\` } };
await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));

/** A bridge may put a prefix before the names of all tools. */
const idle = 'wait_for_idle';
const { tools } = await client.listTools();
const prefix = tools.find(({ name }) => name.endsWith(idle))?.name.slice(0, -idle.length) ?? '';
let at = 0;

/** Makes a call, then lets the screen come to rest; a call that fails ends the program. */
async function step(name: string, args: Record<string, unknown>): Promise<void> {
  const result = await client.callTool({ name: prefix + name, arguments: args });
  const parts = result.content as readonly { readonly type: string; readonly text?: string }[];
  const text = parts.map((part) => part.text ?? \`(\${part.type})\`).join('\\n');
  console.log(\`\${++at} \${name}: \${text}\`);
  if (result.isError === true) {
    await client.close();
    process.exit(1);
  }
  await client.callTool({ name: prefix + idle, arguments: { timeout: 5000 } });
}
`;
}

const scriptEnd = '\nawait client.close();\n';

const endNotes = {
  failed: 'It failed when it was recorded.',
  refused: 'It was refused when it was recorded.',
} as const;

function stepCode(call: ExportedCall, variables: TextVariables): string {
  const step = toStep(call);
  const masked = maskedTexts(step);
  const callEnd = callEndOf(call);
  const notes = [
    ...(usesElementId(step) ? ['Its id may have changed since; a selector lasts longer.'] : []),
    ...(callEnd === 'done' ? [] : [endNotes[callEnd]]),
  ].map((note) => ` ${note}`);
  const comment = `// ${clockTime(call.startedAtEpochMs)}, ${commentText(call.title)}.${notes.join('')}`;
  const isLiteral = masked.length === 0 && !prototypeKey.test(JSON.stringify(step.arguments));
  const code = isLiteral
    ? literal(step.arguments)
    : literalWithVariables(step.arguments, variables);
  return `${comment}\nawait step(${literal(step.tool)}, ${code});`;
}

/** The environment variables from which the script reads masked texts. */
class TextVariables {
  readonly names: string[] = [];

  next(): string {
    const name = `HANDSET_TEXT_${this.names.length + 1}`;
    this.names.push(name);
    return name;
  }
}

/** The one property name that sets a prototype in a TypeScript literal but not in JSON. */
const prototypeKey = /"__proto__":/;

/** JSON is valid TypeScript; U+2028 and U+2029 are escaped for older tools that treat them as line ends. */
function literal(value: Json): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (character) =>
    character === '\u2028' ? '\\u2028' : '\\u2029',
  );
}

/** The value as a literal, with masked texts read from environment variables. */
function literalWithVariables(value: Json, variables: TextVariables): string {
  if (value === maskedText) return variables.next();
  if (typeof value === 'string' && value.includes(maskedText)) {
    const name = variables.next();
    return value.split(maskedText).map(literal).join(` + ${name} + `);
  }
  if (Array.isArray(value)) {
    return `[${value.map((each: Json) => literalWithVariables(each, variables)).join(', ')}]`;
  }
  if (typeof value !== 'object' || value === null) return literal(value);
  const members = Object.entries(value).map(
    // Computed names, so that `__proto__` is an ordinary property.
    ([name, each]: [string, Json]) =>
      `[${literal(name)}]: ${literalWithVariables(each, variables)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/** Makes a text safe to put into a comment. */
function commentText(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').replaceAll('*/', '* /');
}
