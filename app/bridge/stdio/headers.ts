/** A JSON-RPC message of a stdio agent, as far as the bridge reads it. */
export interface StdioMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The part of the parameters that `Mcp-Name` repeats (MCP 2026-07-28, standard request headers). */
const NAME_SOURCES: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * The headers that Streamable HTTP wants with a message which came over stdio, where there
 * are none. From 2026-07-28 on, a message names its own version; before that, the version is
 * the one that `initialize` agreed on.
 */
export function headersOf(
  message: StdioMessage,
  negotiated: string | null,
): Record<string, string> {
  const own = ownVersion(message);
  if (own === null || message.method === undefined) {
    return negotiated === null ? {} : { 'mcp-protocol-version': negotiated };
  }
  const source = NAME_SOURCES[message.method];
  const name = source === undefined ? undefined : message.params?.[source];
  return {
    'mcp-protocol-version': own,
    'mcp-method': message.method,
    ...(typeof name === 'string' && { 'mcp-name': encodeValue(name) }),
  };
}

function ownVersion({ params }: StdioMessage): string | null {
  const meta = params?.['_meta'];
  if (typeof meta !== 'object' || meta === null) return null;
  // An object that came out of JSON has string keys.
  const version = (meta as Record<string, unknown>)['io.modelcontextprotocol/protocolVersion'];
  return typeof version === 'string' ? version : null;
}

/** A header holds printable ASCII; any other text travels in MCP's base64 form. */
function encodeValue(value: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value);
  if (isPlain && !value.startsWith('=?base64?')) return value;
  return `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}
