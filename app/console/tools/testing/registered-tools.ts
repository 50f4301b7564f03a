import { listTools, createToolNames } from '#core/mcp/listing.ts';
import { tools } from '#core/tools/registry.ts';
import type { AnyTool } from '#core/tools/shared/tool.ts';
import { type FormField, fieldsOf } from '../form-fields.ts';

const names = createToolNames(
  tools.map(({ name }) => name),
  '',
);
const listedTools = listTools(tools, names);

/** Every tool of the registry with its JSON Schema as the page receives it. */
export const registeredTools: readonly { readonly tool: AnyTool; readonly schema: unknown }[] =
  tools.map((tool, index) => ({ tool, schema: listedTools[index]?.inputSchema }));

/** The tool of this name in the registry. */
export function toolNamed(name: string): AnyTool {
  return registeredTool(name).tool;
}

/** The form fields of a tool in the registry. */
export function fieldsOfTool(name: string): readonly FormField[] {
  return fieldsOf(registeredTool(name).schema);
}

function registeredTool(name: string) {
  const entry = registeredTools.find(({ tool }) => tool.name === name);
  if (entry === undefined) throw new Error(`There is no tool ${name}.`);
  return entry;
}
