import fc from 'fast-check';
import { parse as parseJsonc } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { type EntryPath, UneditableError, editConfig } from './edit-config.ts';

const entry = { command: 'node', args: ['/opt/bridge.js', '--stdio'] };
const servers: EntryPath = ['mcpServers', 'handset'];
const codex: EntryPath = ['mcp_servers', 'handset'];

const setJson = (text: string): string => editConfig(text, 'json', servers, entry);
const unsetJson = (text: string): string => editConfig(text, 'json', servers, undefined);
const setToml = (text: string, value: object = entry): string =>
  editConfig(text, 'toml', codex, { ...value });
const unsetToml = (text: string): string => editConfig(text, 'toml', codex, undefined);

const written = `{
  "mcpServers": {
    "handset": {
      "command": "node",
      "args": [
        "/opt/bridge.js",
        "--stdio"
      ]
    }
  }
}
`;

describe('JSON', () => {
  test.each(['', ' \n', '{}\n'])('an empty file %j', (text) => {
    expect(setJson(text).trimEnd()).toBe(written.trimEnd());
  });

  test('keeps comments, order, other servers and indentation', () => {
    const text = `{
\t// theirs
\t"theme": "dark", /* odd */
\t"mcpServers": {
\t\t"other": { "command": "x", "env": { "KEY": "secret" } },
\t},
}
`;
    const after = setJson(text);
    expect(after).toBe(`{
\t// theirs
\t"theme": "dark", /* odd */
\t"mcpServers": {
\t\t"other": { "command": "x", "env": { "KEY": "secret" } },
\t\t"handset": {
\t\t\t"command": "node",
\t\t\t"args": [
\t\t\t\t"/opt/bridge.js",
\t\t\t\t"--stdio"
\t\t\t]
\t\t},
\t},
}
`);
    expect(unsetJson(after)).toBe(text);
  });

  test('keeps a byte order mark and Windows’ line ends', () => {
    const after = setJson('\ufeff{\r\n  "a": 1\r\n}\r\n');
    expect(after).toMatch(/^\ufeff\{\r\n {2}"a": 1,\r\n {2}"mcpServers": \{\r\n/);
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('replaces an older entry, and changes nothing the second time', () => {
    const older = written.replace('"node"', '"older"');
    expect(setJson(older)).toBe(written);
    expect(setJson(written)).toBe(written);
    expect(unsetJson('{"mcpServers":{"a":{}}}')).toBe('{"mcpServers":{"a":{}}}');
  });

  test.each([
    ['{"mcpServers": {', /line 1/],
    ['{\n"a" 1}', /line 2/],
    ['[]', /not an object/],
    ['"text"', /not an object/],
    ['{"mcpServers": []}', /mcpServers in it is not an object/],
    ['{"mcpServers": "x"}', /mcpServers in it is not an object/],
    ['{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}', /can't be changed safely/],
  ])('%s is refused', (text, message) => {
    expect(() => setJson(text)).toThrow(UneditableError);
    expect(() => setJson(text)).toThrow(message);
  });

  test('leaves every other value of any file as it is', () => {
    const config = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(config, fc.dictionary(fc.string(), fc.jsonValue()), (others, theirs) => {
        const before = { ...others, mcpServers: theirs };
        const text = JSON.stringify(before, null, 2);
        const after: unknown = parseJsonc(setJson(text));
        const same: unknown = JSON.parse(
          JSON.stringify({ ...before, mcpServers: { ...theirs, handset: entry } }),
        );
        expect(after).toEqual(same);
      }),
      { numRuns: 300 },
    );
  });
});

describe('TOML', () => {
  const own = `[mcp_servers.handset]
command = "node"
args = [ "/opt/bridge.js", "--stdio" ]
`;

  test('an empty file, and one with other tables and comments', () => {
    expect(setToml('')).toBe(own);
    const text = 'model = "x" # theirs\n\n[mcp_servers.other]\ncommand = "y"\n';
    expect(setToml(text)).toBe(`${text}\n${own}`);
    expect(unsetToml(setToml(text))).toBe(text);
    // The last server goes with its table.
    expect(unsetToml(`${setToml('a = 1\n')}b = 2\n`)).not.toContain('handset');
  });

  test('replaces an older entry with its subtables', () => {
    const text = `# first
[mcp_servers."handset"]
url = "http://127.0.0.1:7340/mcp"

[mcp_servers.handset.env]
A = "b"

# about the next
[profiles.x]
a = 1
`;
    expect(setToml(text)).toBe(`# first

# about the next
[profiles.x]
a = 1

${own}`);
  });

  test('keeps Windows’ line ends', () => {
    expect(setToml('a = 1\r\n')).toBe(`a = 1\n\n${own}`.replaceAll('\n', '\r\n'));
  });

  test('a value that only looks like the table stays', () => {
    const text = 'a = """\n[mcp_servers.handset]\n"""\n';
    expect(setToml(text)).toBe(`${text}\n${own}`);
  });

  test.each([
    ['a = ', /not valid TOML/],
    ['[mcp_servers', /not valid TOML/],
    ['mcp_servers = 1', /not an object/],
    ['mcp_servers = { other = { command = "x" } }', /valid|safely/],
    ['[mcp_servers]\nhandset.command = "x"', /valid|safely/],
  ])('%j is refused', (text, message) => {
    expect(() => setToml(text)).toThrow(UneditableError);
    expect(() => setToml(text)).toThrow(message);
  });
});
