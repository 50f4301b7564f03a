import type { AgentSetup } from '../../../core/relay/frames.ts';
import { DEFAULT_PORT } from '../http/listen.ts';

/** What agents need to know of this program, beside its address. */
export interface ProgramOptions {
  readonly token: string;
  /** Whether the token was chosen for this run. */
  readonly ownToken: boolean;
  readonly toolPrefix: string;
  readonly allowedOrigins: readonly string[];
  /** This program's file. */
  readonly programPath: string;
}

/** What agents need to reach the bridge that got this port, or to start it themselves as it was started. */
export function agentSetup(options: ProgramOptions, port: number, mcpUrl: string): AgentSetup {
  const { token, ownToken, programPath, toolPrefix, allowedOrigins } = options;
  const programArguments = [
    ...(port === DEFAULT_PORT ? [] : ['--port', String(port)]),
    ...(toolPrefix === '' ? [] : ['--tool-prefix', toolPrefix]),
    ...allowedOrigins.flatMap((origin) => ['--allow-origin', origin]),
  ];
  return { mcpUrl, token, ownToken, programPath, programArguments };
}
