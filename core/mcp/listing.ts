import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { AnyTool } from '../tools/shared/tool.ts';
import * as z from 'zod';

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

/** Renames tools for an agent that sees several servers: `tap` becomes `android_tap`. */
export interface ToolNames {
  /** The name the agent sees. */
  shown(name: string): string;
  /** The name the registry knows, or `null` where the agent's name is not one of ours. */
  known(shown: string): string | null;
  /**
   * A text with every tool name in it as the agent sees it. A name with an underscore counts
   * wherever it stands as a word, unless a selector's `@` or `#` makes it the phone's; a plain word
   * such as `tap` only between backticks, since "tap the element" is English.
   */
  inText(text: string): string;
}

/** The names under this prefix; with an empty one everything stays as it is. */
export function toolNames(names: readonly string[], prefix: string): ToolNames {
  const registered = new Set(names);
  const word = wordPattern(names);
  return {
    shown: (name) => prefix + name,
    known: (shown) => {
      if (!shown.startsWith(prefix)) return null;
      const name = shown.slice(prefix.length);
      return registered.has(name) ? name : null;
    },
    inText: (text) =>
      word === null || prefix === '' ? text : text.replace(word, (name) => prefix + name),
  };
}

/** Matches the names to rename; tool names are `[a-z_]`, so none needs escaping. */
function wordPattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const unmistakable = names.filter((name) => name.includes('_'));
  const patterns = [`(?<=\`)(?:${names.join('|')})(?=\`)`];
  if (unmistakable.length > 0)
    patterns.push(`(?<![\\w@#-])(?:${unmistakable.join('|')})(?![\\w-])`);
  // Names of the registry, none of which repeats anything.
  return new RegExp(patterns.join('|'), 'g');
}
