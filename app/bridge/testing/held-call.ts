import type { ToolCall, ToolResult } from '../../../core/mcp/call.ts';
import { textResult } from './console.ts';

/** A call that a test console runs until the caller aborts it. */
export class HangingCall {
  state: 'idle' | 'running' | 'aborted' = 'idle';

  /** The console's `call`. A timer keeps it running, as a socket would for real work. */
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
    return textResult('late');
  };
}
