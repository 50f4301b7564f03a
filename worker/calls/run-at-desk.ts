import type { parseArguments } from '../../core/tools/contract/arguments.ts';
import type { Desk, DeskTool } from '../../core/tools/contract/tool.ts';
import { CollectedWords, type ToolOutcome } from './collect-reply.ts';

/** What a tool about phones came to; it needs none, waits for nobody and takes no turn. */
export async function runAtDesk(
  tool: DeskTool,
  input: ReturnType<typeof parseArguments>,
  desk: Desk,
): Promise<ToolOutcome> {
  const reply = new CollectedWords();
  await tool.run(desk, input, reply);
  return reply.outcome();
}
