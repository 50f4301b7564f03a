import type { ToolCall, ToolResult } from '../../../core/mcp/call.ts';
import { say } from './console.ts';

/** A call that a test console runs until its caller gives it up. */
export class HeldCall {
  state: 'idle' | 'running' | 'aborted' = 'idle';

  /** What the console runs: held by a timer, as real work is by its socket. */
  readonly run = async ({ signal }: ToolCall): Promise<ToolResult> => {
    this.state = 'running';
    await new Promise<void>((resolve) => {
      const work = setInterval(() => signal.aborted && done(), 5);
      const done = (): void => {
        clearInterval(work);
        resolve();
      };
    });
    this.state = 'aborted';
    return say('late');
  };
}
