import type { Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { AnyTool } from '../tools/shared/tool.ts';
import * as z from 'zod';

/** The entries of `tools/list`, in the registry's order, with prefixed names. */
export function listTools(tools: readonly AnyTool[], names: ToolNames): ListedTool[] {
  return tools.map((tool) => ({
    name: names.prefixed(tool.name),
    title: tool.title,
    description: names.prefixInText(tool.description),
    inputSchema: jsonSchema(tool.input, 'input', names),
    ...(tool.output && { outputSchema: jsonSchema(tool.output, 'output', names) }),
    annotations: annotationsOf(tool),
  }));
}

/** All four, since clients differ in what they take for granted. */
function annotationsOf({ effect, hints = {} }: AnyTool): ToolAnnotations {
  const isReading = effect === 'read';
  return {
    readOnlyHint: isReading,
    destructiveHint: !isReading && (hints.destructive ?? true),
    idempotentHint: isReading || (hints.idempotent ?? false),
    openWorldHint: !isReading && (hints.openWorld ?? true),
  };
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
  const withType = { ...json, type: 'object' as const };
  // Result schemas need no limits; without them the list, which every agent reads, is shorter.
  const listed =
    io === 'input' ? { ...withType, additionalProperties: false } : withoutLimits(withType);
  // Both types describe a JSON Schema; MCP's is narrower than zod's.
  return withPrefixedNames(listed, names) as ListedTool['inputSchema'];
}

/** The same schema without `additionalProperties`, on all levels. */
function withoutLimits(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutLimits);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([key]) => key !== 'additionalProperties');
  return Object.fromEntries(members.map(([key, value]) => [key, withoutLimits(value)]));
}

/** The same schema with prefixed tool names in its descriptions. */
function withPrefixedNames(schema: unknown, names: ToolNames): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withPrefixedNames(item, names));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    const isText = key === 'description' && typeof value === 'string';
    return [key, isText ? names.prefixInText(value) : withPrefixedNames(value, names)];
  });
  return Object.fromEntries(entries);
}

/** Adds and removes the tool prefix, for agents with several MCP servers: `tap` becomes `android_tap`. */
export interface ToolNames {
  /** The registry name with the prefix. */
  prefixed(name: string): string;
  /** The registry name of a prefixed name, or `null` where there is no such tool. */
  unprefixed(prefixed: string): string | null;
  /**
   * Prefixes every tool name in a text. Names with an underscore are recognised as whole words,
   * unless after a selector's `@` or `#`; single words such as `tap` only between backticks, since
   * "tap the element" is English. What stands in double quotes is left as it is: messages quote texts
   * of the phone, and an id or a selector with such a text would no longer match.
   */
  prefixInText(text: string): string;
}

/** The names under this prefix; an empty prefix changes nothing. */
export function createToolNames(names: readonly string[], prefix: string): ToolNames {
  const registryNames = new Set(names);
  const namePattern = toolNamePattern(names);
  return {
    prefixed: (name) => prefix + name,
    unprefixed: (prefixed) => {
      if (!prefixed.startsWith(prefix)) return null;
      const name = prefixed.slice(prefix.length);
      return registryNames.has(name) ? name : null;
    },
    prefixInText: (text) =>
      namePattern === null || prefix === ''
        ? text
        : text.replace(namePattern, (match) => (match.startsWith('"') ? match : prefix + match)),
  };
}

/**
 * Matches tool names in texts, and quoted texts as a whole, also one whose end was cut off. Tool names
 * are `[a-z_]`, so none needs escaping.
 */
function toolNamePattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const multiWordNames = names.filter((name) => name.includes('_'));
  const quoted = '"(?:[^"\\\\]|\\\\.)*(?:"|$)';
  const patterns = [quoted, `(?<=\`)(?:${names.join('|')})(?=\`)`];
  if (multiWordNames.length > 0)
    patterns.push(`(?<![\\w@#-])(?:${multiWordNames.join('|')})(?![\\w-])`);
  // Safe: tool names contain no regular expression syntax.
  return new RegExp(patterns.join('|'), 'g');
}
