import { listTools, toolNames } from '../../../../core/mcp/listing.ts';
import { tools } from '../../../../core/tools/registry.ts';
import type { AnyTool } from '../../../../core/tools/shared/tool.ts';
import { type Field, fieldsOf } from '../schema.ts';

const names = toolNames(
  tools.map(({ name }) => name),
  '',
);
const listed = listTools(tools, names);

/** Every tool of the registry with its JSON Schema as the page receives it. */
export const registered: readonly { readonly tool: AnyTool; readonly schema: unknown }[] =
  tools.map((tool, index) => ({ tool, schema: listed[index]?.inputSchema }));

/** The tool of this name in the registry. */
export function toolNamed(name: string): AnyTool {
  return registeredAs(name).tool;
}

/** The form fields of a tool in the registry. */
export function fieldsOfTool(name: string): readonly Field[] {
  return fieldsOf(registeredAs(name).schema);
}

function registeredAs(name: string) {
  const found = registered.find(({ tool }) => tool.name === name);
  if (found === undefined) throw new Error(`There is no tool ${name}.`);
  return found;
}
