import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { AnyTool } from '../tools/contract/tool.ts';
import type { ToolNames } from './prefix.ts';

/** The entries of `tools/list`, in the registry's order, named as the agent sees them. */
export function listTools(tools: readonly AnyTool[], names: ToolNames): ListedTool[] {
  return tools.map((tool) => ({
    name: names.shown(tool.name),
    title: tool.title,
    description: names.inText(tool.description),
    inputSchema: jsonSchema(tool.input, 'input', names),
    ...(tool.output && { outputSchema: jsonSchema(tool.output, 'output', names) }),
    annotations: {
      readOnlyHint: tool.effect === 'read',
      // A tap may land on "Delete"; nobody can promise otherwise.
      destructiveHint: tool.effect === 'act',
      // A phone shows what strangers send.
      openWorldHint: true,
    },
  }));
}

/**
 * What a caller may send (an argument with a default is optional to it), or what it gets; without
 * `$schema`, since 2020-12 is what MCP assumes.
 */
function jsonSchema(
  schema: z.ZodObject,
  io: 'input' | 'output',
  names: ToolNames,
): ListedTool['inputSchema'] {
  const { $schema, ...json } = z.toJSONSchema(schema, { io });
  const strict = { ...json, type: 'object' as const, additionalProperties: false };
  // A JSON Schema is JSON; zod's type for it has members that MCP's narrower one leaves open.
  return withShownNames(strict, names) as ListedTool['inputSchema'];
}

/** The same schema with the tool names in its descriptions as the agent sees them. */
function withShownNames(schema: unknown, names: ToolNames): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withShownNames(item, names));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    const isText = key === 'description' && typeof value === 'string';
    return [key, isText ? names.inText(value) : withShownNames(value, names)];
  });
  return Object.fromEntries(entries);
}
