import { ConsoleOpener } from './console-opener.ts';
import { differences } from './differences.ts';
import { pairingUrl } from './greeting.ts';
import type { ServeOptions } from './serve.ts';
import { SharedBridge } from './shared-bridge.ts';
import { pipeStdio } from './stdio.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** `--stdio`: serves one agent. Stdout belongs to MCP; what a person should know goes to stderr. */
export async function serveStdio({ asked, bridge, isFirstStart }: ServeOptions): Promise<void> {
  let opener: ConsoleOpener | null = null;
  const shared = new SharedBridge({
    agent: `stdio-${process.pid}`,
    bridge: {
      ...bridge,
      // An agent starts its servers long before it needs them; a tab should open when it does.
      onCallWithoutConsole: () => void opener?.open(),
    },
    onStarted: ({ consoleUrl, consoleReturns }) => {
      const url = pairingUrl(consoleUrl, bridge.pageSecret);
      opener = new ConsoleOpener({ opening: asked.opening, url, isFirstStart, consoleReturns });
      tell(`Handset console: ${url}`);
    },
    onJoined: (health) => {
      const said = differences(health, bridge);
      if (said.length > 0) tell(`A bridge runs on port ${bridge.port}. ${said.join(' ')}`);
    },
    onLost: tell,
  });
  stopOnSignal(() => shared.close());
  await shared.ready();
  const { stdin: input, stdout: output } = process;
  // The agent closed its end; there is nobody left to talk to.
  output.on('error', () => process.exit(0));
  await pipeStdio({ input, output, post: (...message) => shared.post(...message) });
  await shared.close();
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
