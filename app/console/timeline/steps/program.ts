import { expectationTool } from '#app/ui/call-strings.ts';
import type { Json } from '#app/ui/json.ts';
import { plainText } from '#app/ui/plain-text.ts';
import { unknownStart } from '#core/script-start.ts';
import { literal } from '../../tools/call-snippets.ts';
import type { CallStep } from '../recorded-steps.ts';

/** A step of the program. */
interface ProgramStep extends CallStep {
  /** What it does, for a reader. */
  readonly words: string;
}

/** Facts for the program's header and setup. */
interface ProgramInfo {
  /** MCP address of the bridge. */
  readonly mcpUrl: string;
  /** `Pixel 8 · Android 14`; null when no phone was connected. */
  readonly phone: string | null;
  readonly fileName: string;
  readonly madeAtEpochMs: number;
  /** The names of the environment variables that stand in texts as `${NAME}`. */
  readonly variables: readonly string[];
  /** What leads to the screen where the steps begin; null where the first of them does, undefined where the screen is not known. */
  readonly start: ProgramStep | null | undefined;
}

/** A program that runs the steps through the bridge with the MCP client, up to the first that fails. */
export function makeProgram(steps: readonly ProgramStep[], info: ProgramInfo): string {
  const { start, variables } = info;
  const calls = [
    // Not counted: it is no step of the list.
    ...(start ? [stepCode(start, 0, variables)] : []),
    ...steps.map((step, index) => stepCode(step, index + 1, variables)),
  ];
  return [headerComment(info), setupCode(info), calls.join('\n'), programEnd].join('\n');
}

function headerComment({ phone, fileName, madeAtEpochMs, variables, start }: ProgramInfo): string {
  const first = start === undefined ? `\n * ${unknownStart}\n *` : '';
  const texts = variables.map((name) => `${name}=… `).join('');
  return `/*
 * Made by Handset, ${new Date(madeAtEpochMs).toISOString()}${phone === null ? '' : `, from steps on ${commentText(phone)}`}.
 *${first}
 * Node 20 or newer; the Handset console must be open, with a phone:
 *   npm install @modelcontextprotocol/client
 *   HANDSET_TOKEN=… ${texts}node ${commentText(fileName)}
 * The token is in the console under Agents. Set HANDSET_MCP to use another address of the bridge.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
`;
}

function setupCode({ mcpUrl, variables, start }: ProgramInfo): string {
  const texts = variables.map((name) => `const ${name} = need('${name}');\n`).join('');
  return `function need(name) {
  const value = process.env[name];
  if (value !== undefined) return value;
  console.error(\`Set \${name} in the environment.\`);
  process.exit(2);
}

const url = new URL(process.env.HANDSET_MCP ?? ${JSON.stringify(mcpUrl)});
const token = need('HANDSET_TOKEN');
${texts}
const client = new Client({ name: 'handset-steps', version: '1.0.0' });
const requestInit = { headers: { Authorization: \`Bearer \${token}\` } };
await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));

/** A bridge may put a prefix before the names of all tools. */
const idle = 'wait_for_idle';
const { tools } = await client.listTools();
const prefix = tools.find(({ name }) => name.endsWith(idle))?.name.slice(0, -idle.length) ?? '';
let at = ${start ? 0 : 1};

/** Makes a call, then waits until the screen is still; a call that fails ends the program. */
async function step(name, args) {
  const result = await client.callTool({ name: prefix + name, arguments: args });
  const text = result.content.map((part) => part.text ?? \`(\${part.type})\`).join('\\n');
  console.log(\`\${at++} \${name}: \${text}\`);
  // An expectation that was not met is not a tool error.
  const isUnmet = name === '${expectationTool}' && result.structuredContent?.message !== undefined;
  if (result.isError === true || isUnmet) {
    await client.close();
    process.exit(1);
  }
  await client.callTool({ name: prefix + idle, arguments: { timeout: 5000 } });
}
`;
}

const programEnd = '\nawait client.close();\n';

function stepCode(step: ProgramStep, at: number, variables: readonly string[]): string {
  const comment = `// ${at}. ${commentText(step.words)}`;
  return `${comment}\nawait step(${literal(step.tool)}, ${code(step.arguments, variables)});`;
}

/** The value as a literal, with masked texts read from environment variables. */
function code(value: Json | CallStep['arguments'], variables: readonly string[]): string {
  return literal(value, (text) => {
    const parts = text.split(/(\$\{\w+\})/).filter((part) => part !== '');
    const nameIn = (part: string) => variables.find((name) => part === `\${${name}}`);
    if (!parts.some(nameIn)) return null;
    return parts.map((part) => nameIn(part) ?? literal(part)).join(' + ');
  });
}

/** Makes a text safe to put into a comment. */
function commentText(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').replaceAll('*/', '* /');
}
