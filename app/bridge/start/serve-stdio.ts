import { IPV4 } from '../http/listen.ts';
import { LIMITS } from '../limits.ts';
import { SharedBridge } from '../sharing/shared-bridge.ts';
import { pipeStdio } from '../stdio/pipe.ts';
import { ConsoleOpener } from './console-opener.ts';
import { differences } from './differences.ts';
import { pairingUrl } from './greeting.ts';
import type { ServeOptions } from './serve.ts';
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
      const url = pairingUrl(`http://${IPV4}:${bridge.port}/`, bridge.pageSecret);
      const said = differences(health, bridge);
      tell(`Handset console, of the bridge that runs already: ${url}`);
      if (said.length > 0) tell(`That bridge is not as this one was asked for. ${said.join(' ')}`);
    },
    onLost: tell,
  });
  stopOnSignal(() => shared.close());
  await shared.ready();
  const { stdin: input, stdout: output } = process;
  output.on('error', (error: NodeJS.ErrnoException) => {
    // The agent has closed its end, or is given up: there is nobody left to talk to.
    if (error.code !== 'EPIPE') tell(error.message);
    process.exit(0);
  });
  await pipeStdio({
    input,
    output,
    unreadBytes: LIMITS.unreadBytes,
    post: (...message) => shared.post(...message),
  });
  await shared.close();
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
