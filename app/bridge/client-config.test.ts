import { expect, test } from 'vitest';
import { clientConfig } from './client-config.ts';

const options = {
  mcpUrl: 'http://127.0.0.1:7340/mcp',
  token: 'TOKEN',
  ownToken: false,
  programPath: '/handset/dist-bridge/bridge.js',
  programArguments: [],
};

test('three ways to reach the bridge', () => {
  expect(clientConfig(options)).toEqual({
    http: `{
  "mcpServers": {
    "handset": {
      "type": "http",
      "url": "http://127.0.0.1:7340/mcp",
      "headers": {
        "Authorization": "Bearer TOKEN"
      }
    }
  }
}`,
    claude:
      'claude mcp add --transport http handset http://127.0.0.1:7340/mcp --header "Authorization: Bearer TOKEN"',
    stdio: `{
  "mcpServers": {
    "handset": {
      "command": "node",
      "args": [
        "/handset/dist-bridge/bridge.js",
        "--stdio"
      ]
    }
  }
}`,
  });
});

test('a token chosen for this run goes along in the environment', () => {
  const { stdio } = clientConfig({ ...options, ownToken: true });
  expect(JSON.parse(stdio)).toMatchObject({
    mcpServers: { handset: { env: { HANDSET_TOKEN: 'TOKEN' } } },
  });
});
