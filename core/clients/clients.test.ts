import { describe, expect, it } from 'vitest';
import type { AgentSetup } from '../relay/frames.ts';
import { type ClientAccess, isFromNpm, isPublished, programEntry } from './client-setup.ts';
import { clientSetups, shellCommand } from './clients.ts';
import { execFileSync } from 'node:child_process';

const setup: AgentSetup = {
  mcpUrl: 'http://127.0.0.1:7340/mcp',
  token: 'TOKEN',
  ownToken: false,
  programPath: '/opt/my phone/bridge.js',
  programArguments: ['--port', '8000'],
};
const ownToken: AgentSetup = { ...setup, ownToken: true, programArguments: [] };
const windows: AgentSetup = { ...ownToken, programPath: 'C:\\my phone\\bridge.js' };

/** All configurations of a client as one text. */
function configText(agentSetup: ClientAccess, id: string, agentName: string | null = null): string {
  const client = clientSetups(agentSetup, agentName).find((each) => each.id === id);
  return (client?.configs ?? [])
    .map(({ kind, where, language, text }) => `${kind} ${language} ${where}\n${text}`)
    .join('\n');
}

describe('clientSetups', () => {
  it('lists each client once, with at least one configuration', () => {
    const clients = clientSetups(setup, null);
    expect(clients.map(({ name }) => name)).toEqual([
      'Claude Code',
      'Claude Desktop',
      'Cursor',
      'VS Code',
      'Codex CLI',
      'Gemini CLI',
      'Windsurf (Devin Desktop)',
      'MCP inspector',
      'Any other client',
    ]);
    expect(new Set(clients.map(({ id }) => id)).size).toBe(clients.length);
    expect(clients.every(({ configs }) => configs.length > 0)).toBe(true);
  });

  it('puts the agent name into every URL and nowhere else', () => {
    for (const [index, client] of clientSetups(setup, 'tester').entries()) {
      for (const [at, { kind, text }] of client.configs.entries()) {
        const nameless = clientSetups(setup, null)[index]?.configs[at]?.text ?? '';
        expect(text.replace('/mcp/tester', '/mcp')).toBe(nameless);
        expect(text.includes('/mcp/tester')).toBe(kind === 'http');
      }
    }
  });

  it('gives the agent’s own token in place of the shared one, and only that', () => {
    for (const access of [setup, windows]) {
      const own = clientSetups({ ...access, ownToken: false, agentToken: 'OWN' }, null);
      for (const { configs, installLink } of own) {
        expect(installLink).toBeUndefined();
        for (const { kind, text } of configs) {
          expect(text).toContain(kind === 'http' ? 'Bearer OWN' : 'HANDSET_AGENT_TOKEN');
          expect(text.replaceAll('AGENT_TOKEN', '')).not.toContain('TOKEN');
        }
      }
    }
    expect(configText({ ...setup, agentToken: 'OWN' }, 'claude-code')).toContain(
      '--transport stdio handset --env HANDSET_AGENT_TOKEN=OWN -- node',
    );
  });

  it('leaves the token out of programs that can read the stored one', () => {
    const programs = clientSetups(setup, null).flatMap(({ configs }) =>
      configs.filter(({ kind }) => kind === 'stdio'),
    );
    expect(programs.filter(({ text }) => text.includes('TOKEN'))).toEqual([]);
  });
});

describe('each client', () => {
  it('Claude Code', () => {
    expect(configText(setup, 'claude-code')).toBe(
      `http shell Run in a terminal
claude mcp add --scope user --transport http handset http://127.0.0.1:7340/mcp --header "Authorization: Bearer TOKEN"
stdio shell Run in a terminal
claude mcp add --scope user --transport stdio handset -- node "/opt/my phone/bridge.js" --stdio --port 8000`,
    );
    expect(configText(windows, 'claude-code')).toBe(
      `http shell Run in PowerShell
claude mcp add --scope user --transport http handset http://127.0.0.1:7340/mcp --header "Authorization: Bearer TOKEN"
stdio shell Run in PowerShell
claude mcp add --scope user --transport stdio handset --env HANDSET_TOKEN=TOKEN "--" node "C:\\my phone\\bridge.js" --stdio`,
    );
  });

  it('Claude Desktop', () => {
    expect(configText(ownToken, 'claude-desktop')).toBe(
      `stdio json macOS: ~/Library/Application Support/Claude/claude_desktop_config.json; Linux: ~/.config/Claude/claude_desktop_config.json
{
  "mcpServers": {
    "handset": {
      "command": "node",
      "args": [
        "/opt/my phone/bridge.js",
        "--stdio"
      ],
      "env": {
        "HANDSET_TOKEN": "TOKEN"
      }
    }
  }
}`,
    );
    expect(configText(windows, 'claude-desktop')).toContain(
      'stdio json %APPDATA%\\Claude\\claude_desktop_config.json\n',
    );
  });

  it('Cursor', () => {
    expect(configText(setup, 'cursor')).toBe(
      `http json ~/.cursor/mcp.json
{
  "mcpServers": {
    "handset": {
      "url": "http://127.0.0.1:7340/mcp",
      "headers": {
        "Authorization": "Bearer TOKEN"
      }
    }
  }
}
stdio json ~/.cursor/mcp.json
{
  "mcpServers": {
    "handset": {
      "command": "node",
      "args": [
        "/opt/my phone/bridge.js",
        "--stdio",
        "--port",
        "8000"
      ]
    }
  }
}`,
    );
    expect(configText(windows, 'cursor')).toContain('http json %USERPROFILE%\\.cursor\\mcp.json\n');
  });

  it('VS Code', () => {
    const where =
      'Command Palette > "MCP: Open User Configuration", or .vscode/mcp.json in a project';
    expect(configText(ownToken, 'vs-code')).toBe(
      `http json ${where}
{
  "servers": {
    "handset": {
      "type": "http",
      "url": "http://127.0.0.1:7340/mcp",
      "headers": {
        "Authorization": "Bearer TOKEN"
      }
    }
  }
}
stdio json ${where}
{
  "servers": {
    "handset": {
      "type": "stdio",
      "command": "node",
      "args": [
        "/opt/my phone/bridge.js",
        "--stdio"
      ],
      "env": {
        "HANDSET_TOKEN": "TOKEN"
      }
    }
  }
}`,
    );
  });

  it('Codex CLI', () => {
    expect(configText(windows, 'codex')).toBe(
      `http toml %USERPROFILE%\\.codex\\config.toml
[mcp_servers.handset]
url = "http://127.0.0.1:7340/mcp"
http_headers = { Authorization = "Bearer TOKEN" }
stdio toml %USERPROFILE%\\.codex\\config.toml
[mcp_servers.handset]
command = "node"
args = ["C:\\\\my phone\\\\bridge.js", "--stdio"]
env = { HANDSET_TOKEN = "TOKEN" }`,
    );
  });

  it('Gemini CLI', () => {
    expect(configText(setup, 'gemini-cli')).toContain(
      `http json ~/.gemini/settings.json
{
  "mcpServers": {
    "handset": {
      "httpUrl": "http://127.0.0.1:7340/mcp",
      "headers": {
        "Authorization": "Bearer TOKEN"
      }
    }
  }
}
stdio json ~/.gemini/settings.json
`,
    );
  });

  it('Windsurf', () => {
    expect(configText(setup, 'windsurf')).toContain(
      `http json ~/.config/devin/mcp_config.json
{
  "mcpServers": {
    "handset": {
      "url": "http://127.0.0.1:7340/mcp",
      "transport": "http",
      "headers": {
        "Authorization": "Bearer TOKEN"
      }
    }
  }
}
http json Windsurf before June 2026: ~/.codeium/windsurf/mcp_config.json
{
  "mcpServers": {
    "handset": {
      "serverUrl": "http://127.0.0.1:7340/mcp",
      "headers": {
        "Authorization": "Bearer TOKEN"
      }
    }
  }
}
stdio json ~/.config/devin/mcp_config.json; before June 2026: ~/.codeium/windsurf/mcp_config.json
`,
    );
  });

  it('the MCP inspector', () => {
    expect(configText(ownToken, 'inspector')).toBe(
      `http shell Run in a terminal
npx "@modelcontextprotocol/inspector" --transport http --server-url http://127.0.0.1:7340/mcp --header "Authorization: Bearer TOKEN"
stdio shell Run in a terminal
npx "@modelcontextprotocol/inspector" -e HANDSET_TOKEN=TOKEN -- node "/opt/my phone/bridge.js" --stdio`,
    );
  });

  it('any other', () => {
    expect(configText(setup, 'any')).toContain(
      `http json In the client's MCP configuration
{
  "mcpServers": {
    "handset": {
      "type": "http",
      "url": "http://127.0.0.1:7340/mcp",
      "headers": {
        "Authorization": "Bearer TOKEN"
      }
    }
  }
}
`,
    );
  });
});

describe('installLink', () => {
  const accented = { ...setup, programPath: '/home/Käte/my phone/bridge.js' };
  const entry = { command: 'node', args: [accented.programPath, '--stdio', '--port', '8000'] };
  const linkOf = (id: string, agentSetup = accented): string | undefined =>
    clientSetups(agentSetup, 'tester').find((each) => each.id === id)?.installLink;

  it('of Cursor has the entry in Base64', () => {
    const url = new URL(linkOf('cursor') ?? '');
    expect(`${url.protocol}//${url.host}${url.pathname}`).toBe(
      'cursor://anysphere.cursor-deeplink/mcp/install',
    );
    expect(url.searchParams.get('name')).toBe('handset');
    const json = Buffer.from(url.searchParams.get('config') ?? '', 'base64').toString();
    expect(JSON.parse(json)).toEqual(entry);
  });

  it('of VS Code has name and entry as JSON', () => {
    const [start, query = ''] = linkOf('vs-code')?.split('?') ?? [];
    expect(start).toBe('vscode:mcp/install');
    const server: unknown = JSON.parse(decodeURIComponent(query));
    expect(server).toEqual({ name: 'handset', type: 'stdio', ...entry });
  });

  it('is missing where it would carry a token, and of other clients', () => {
    const withLink = clientSetups(setup, null).filter((each) => each.installLink !== undefined);
    expect(withLink.map(({ id }) => id)).toEqual(['cursor', 'vs-code']);
    expect(withLink.filter((each) => each.installLink?.includes('TOKEN'))).toEqual([]);
    expect(linkOf('cursor', ownToken)).toBeUndefined();
    expect(linkOf('vs-code', ownToken)).toBeUndefined();
  });
});

describe('programEntry', () => {
  const inPackage = {
    ...setup,
    programPath: '/home/me/.npm/_npx/0a1b/node_modules/handset/dist-bridge/bridge.js',
  };
  const onWindows = {
    ...ownToken,
    programPath: 'C:\\npm\\node_modules\\handset\\dist-bridge\\bridge.js',
  };

  it('names the program by its path as long as the npm package is not ours', () => {
    expect(isPublished).toBe(false);
    expect(isFromNpm(inPackage)).toBe(true);
    expect(programEntry(inPackage)).toEqual({
      command: 'node',
      args: [inPackage.programPath, '--stdio', '--port', '8000'],
    });
  });

  it('starts the package by npx once it is ours, but a clone by its path', () => {
    expect(programEntry(inPackage, true)).toEqual({
      command: 'npx',
      args: ['-y', 'handset', '--stdio', '--port', '8000'],
    });
    expect(programEntry(onWindows, true)).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'handset', '--stdio'],
      env: { HANDSET_TOKEN: 'TOKEN' },
    });
    expect(programEntry(setup, true)).toEqual(programEntry(setup, false));
  });
});

const trickyArgs = [
  '',
  'plain',
  '--scope',
  '--',
  '-',
  'a b',
  "Anna's phone",
  'say "yes"',
  '$HOME `id` \\ !! *',
  'TOKEN=~/x',
  'Käte’s (1) & co',
  'line\nbreak',
  '@scope/name',
];

describe('shellCommand', () => {
  it.runIf(process.platform !== 'win32')('passes every argument unchanged', () => {
    const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const line = shellCommand([process.execPath, '-e', script, 'first', ...trickyArgs], false);
    expect(JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }))).toEqual([
      'first',
      ...trickyArgs,
    ]);
  });

  it.each([
    ['plain', 'plain'],
    ['--', '--'],
    ['/opt/my phone/bridge.js', '"/opt/my phone/bridge.js"'],
    ['$x', "'$x'"],
    ["it's $x", "'it'\\''s $x'"],
  ])('quotes %s for sh as %s', (arg, quoted) => {
    expect(shellCommand([arg], false)).toBe(quoted);
  });

  it.each([
    ['plain', 'plain'],
    ['--', '"--"'],
    ['@scope/name', '"@scope/name"'],
    ['C:\\Program Files\\bridge.js', '"C:\\Program Files\\bridge.js"'],
    ['C:\\a b\\', "'C:\\a b\\'"],
    ['C:\\$x\\it’s', "'C:\\$x\\it’’s'"],
  ])('quotes %s for PowerShell as %s', (arg, quoted) => {
    expect(shellCommand([arg], true)).toBe(quoted);
  });
});
