import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { AnyTool } from '../tools/shared/tool.ts';
import * as z from 'zod';

/** The entries of `tools/list`, in the registry's order, with prefixed names. */
export function listTools(tools: readonly AnyTool[], names: ToolNames): ListedTool[] {
  return tools.map((tool) => ({
    name: names.shown(tool.name),
    title: tool.title,
    description: names.inText(tool.description),
    inputSchema: jsonSchema(tool.input, 'input', names),
    ...(tool.output && { outputSchema: jsonSchema(tool.output, 'output', names) }),
    annotations: {
      readOnlyHint: tool.effect === 'read',
      // A tap may hit "Delete".
      destructiveHint: tool.effect === 'act',
      // The phone shows content from anyone.
      openWorldHint: true,
    },
  }));
}

/**
 * JSON Schema of the arguments (one with a default is optional) or of the result; without
 * `$schema`, since MCP assumes 2020-12.
 */
function jsonSchema(
  schema: z.ZodObject,
  io: 'input' | 'output',
  names: ToolNames,
): ListedTool['inputSchema'] {
  const { $schema, ...json } = z.toJSONSchema(schema, { io });
  const strict = { ...json, type: 'object' as const, additionalProperties: false };
  // Both types describe a JSON Schema; MCP's is narrower than zod's.
  return withShownNames(strict, names) as ListedTool['inputSchema'];
}

/** The same schema with prefixed tool names in its descriptions. */
function withShownNames(schema: unknown, names: ToolNames): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withShownNames(item, names));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    const isText = key === 'description' && typeof value === 'string';
    return [key, isText ? names.inText(value) : withShownNames(value, names)];
  });
  return Object.fromEntries(entries);
}

/** Adds and removes the tool prefix, for agents with several MCP servers: `tap` becomes `android_tap`. */
export interface ToolNames {
  /** The registry name with the prefix. */
  shown(name: string): string;
  /** The registry name of a prefixed name, or `null` where there is no such tool. */
  known(shown: string): string | null;
  /**
   * Prefixes every tool name in a text. Names with an underscore are recognised as whole words,
   * unless after a selector's `@` or `#`; single words such as `tap` only between backticks, since
   * "tap the element" is English.
   */
  inText(text: string): string;
}

/** The names under this prefix; an empty prefix changes nothing. */
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

/** Matches tool names in texts; they are `[a-z_]`, so none needs escaping. */
function wordPattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const unmistakable = names.filter((name) => name.includes('_'));
  const patterns = [`(?<=\`)(?:${names.join('|')})(?=\`)`];
  if (unmistakable.length > 0)
    patterns.push(`(?<![\\w@#-])(?:${unmistakable.join('|')})(?![\\w-])`);
  // Safe: tool names contain no regular expression syntax.
  return new RegExp(patterns.join('|'), 'g');
}
