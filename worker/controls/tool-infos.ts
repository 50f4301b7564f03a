import type { ToolInfo } from '../../core/link/messages.ts';
import { listTools, toolNames } from '../../core/mcp/listing.ts';
import type { AnyTool } from '../../core/tools/contract/tool.ts';

/** The tools as the page shows them, under the registry's names, whatever the person has switched off. */
export function toolInfos(tools: readonly AnyTool[]): readonly ToolInfo[] {
  const names = toolNames(
    tools.map(({ name }) => name),
    '',
  );
  const listed = listTools(tools, names);
  return tools.map(({ name, title, description, effect, at }, index) => {
    const inputSchema = listed[index]?.inputSchema ?? { type: 'object' };
    return { name, title, description, inputSchema, effect, needsPhone: at !== 'desk' };
  });
}
