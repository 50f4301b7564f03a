/** A tool and its arguments. */
export interface PlainCall {
  readonly name: string;
  readonly args: { readonly [name: string]: unknown };
}

/** The call as an MCP client's `tools/call` request. */
export function asMcpJson({ name, args }: PlainCall): string {
  const params = { name, arguments: args };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, null, 2);
}

/** The call as a TypeScript statement for an MCP client called `client`. */
export function asTypeScript({ name, args }: PlainCall): string {
  return `await client.callTool({ name: ${literal(name)}, arguments: ${literal(args)} });`;
}

/** A JSON value as a literal in the usual style. */
function literal(value: unknown): string {
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${memberName(name)}: ${literal(each)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function memberName(name: string): string {
  // A computed name does not set the object's prototype.
  if (name === '__proto__') return `['__proto__']`;
  return /^[a-z_$][\w$]*$/i.test(name) ? name : textLiteral(name);
}

function textLiteral(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inside}'`;
}
