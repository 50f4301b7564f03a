/**
 * Every text that a person reads stands in app/words: this looks for those that stand in a component
 * instead, in its markup, in its attributes and in its script.
 */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

/** Components whose texts have not moved yet. It only shrinks: one without texts must leave it. */
const notMoved = new Set<string>([]);

/** Attributes and properties whose values people read or hear. */
const readAttributes =
  /^(?:aria-label|aria-description|aria-roledescription|alt|description|error|head|help|hint|label|lead|message|note|placeholder|summary|text|title|words)$/;
/** Names are the same in every language. */
const names = new Set(['Handset', 'MCP', 'ms', 'local']);

/** Methods whose texts are for the browser. */
const takesSelectors = /^(?:querySelector(?:All)?|closest|matches)$/;

/** Two letters in a row: not an icon's path, a unit's one letter, a sign; nor an address. */
const isHuman = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/^\s*\/\S*\s*$/.test(text) && !names.has(text.trim());
/** Several words: in a script single words are mostly names of things. Selectors have brackets. */
const isProse = (text: string): boolean =>
  /\p{L}{2,}[,;:.!?]? \p{L}/u.test(text) && !/\[[\w-]+[=\]]/.test(text);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const isCooked = (value: unknown): value is { readonly cooked: string } =>
  typeof value === 'object' && value !== null && 'cooked' in value;

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** The texts that an expression may become: of a choice both, of a call none, since they only go in. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'Text':
      return [String(node['data'])];
    case 'TemplateElement':
      return isCooked(node['value']) ? [node['value'].cooked] : [];
    case 'ExpressionTag':
      return textsOf(node['expression']);
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])];
    case 'LogicalExpression':
    case 'BinaryExpression':
      return /^(?:\+|\|\||&&|\?\?)$/.test(String(node['operator']))
        ? [...textsOf(node['left']), ...textsOf(node['right'])]
        : [];
    case 'TemplateLiteral':
      return [node['quasis'], node['expressions']].flat().flatMap(textsOf);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textsOf(node['expression']);
    default:
      return [];
  }
}

/** What people read of the markup below this node. */
function markupTexts(node: Node): string[] {
  if (node.type === 'Text' || node.type === 'ExpressionTag') return textsOf(node);
  if (node.type === 'Attribute') {
    const isRead = readAttributes.test(String(node['name']));
    return isRead ? [node['value']].flat().flatMap(textsOf) : [];
  }
  // Code and measures: no text of its own stands in what is only worked out.
  if (/Expression$|Statement$|Declaration$|^StyleDirective$/.test(node.type)) return [];
  return childrenOf(node).flatMap(markupTexts);
}

/** Prose in a script, and single words under names whose values people read. */
function scriptTexts(node: Node): string[] {
  if (/^Import|^Export/.test(node.type) || /^TS(?!As|Satisfies)/.test(node.type)) return [];
  if (node.type === 'Property' && isNode(node['key'])) {
    const name = String(node['key']['name'] ?? node['key']['value']);
    const read = readAttributes.test(name) ? textsOf(node['value']).filter(isHuman) : [];
    if (read.length > 0) return read;
  }
  if (node.type === 'CallExpression' && isNode(node['callee'])) {
    const method = node['callee']['property'];
    if (isNode(method) && takesSelectors.test(String(method['name']))) return [];
  }
  if (node.type === 'Literal' || node.type === 'TemplateElement') {
    return textsOf(node).filter(isProse);
  }
  return childrenOf(node).flatMap(scriptTexts);
}

/** The texts in a component that belong in app/words. */
function textsIn(source: string): string[] {
  const { fragment, instance, module } = parse(source, { modern: true });
  const scripts = [instance, module].flatMap((script) => (script ? [script.content] : []));
  // Svelte's types name no common node; what is read of one is asked of it first.
  const all = [fragment, ...scripts] as unknown as [Node, ...Node[]];
  const [markup, ...code] = all;
  return [...markupTexts(markup).filter(isHuman), ...code.flatMap(scriptTexts)].map((text) =>
    text.replace(/\s+/g, ' ').trim(),
  );
}

const app = import.meta.dirname;
const components = (await readdir(app, { recursive: true }))
  .filter((path) => path.endsWith('.svelte'))
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

describe('the words of components', () => {
  it.each(components)('%s', async (path) => {
    const texts = textsIn(await readFile(join(app, path), 'utf8'));
    // One that was moved meanwhile: take it off the list.
    if (notMoved.has(path)) expect(texts, 'has no texts any more').not.toEqual([]);
    else expect(texts).toEqual([]);
  });

  it('lists only components that are there', () => {
    expect([...notMoved].filter((path) => !components.includes(path))).toEqual([]);
  });
});

describe('what is looked for', () => {
  it.each([
    ['<p>Hello there</p>', ['Hello there']],
    ['<p>{isOn ? "Resume" : "Pause"}</p>', ['Resume', 'Pause']],
    ['<p>{`Trying in ${seconds} s`}</p>', ['Trying in']],
    ['<Button label="Copy the {name}" />', ['Copy the']],
    ['<img alt={wide ? "A phone" : ""} />', ['A phone']],
    ['<input placeholder="Search" type="search" />', ['Search']],
    ['{#if a}{:else}<b>Nothing</b>{/if}', ['Nothing']],
    ['{#snippet head()}Head{/snippet}', ['Head']],
    ['<script>const words = { http: "By address" };</script>', ['By address']],
    ['<script>const tab = { id: "logs", label: "Logs" };</script>', ['Logs']],
  ])('finds the words of %s', (source, texts) => {
    expect(textsIn(source)).toEqual(texts);
  });

  it.each([
    '<p class="hello there">{words.title} · {count} ms</p>',
    '<Button label={words.copy} kind="quiet" onclick={() => go("some where")} />',
    '<p>{find(rows, "name")} {kind === "demo" ? 1 : 2}</p>',
    '<script lang="ts">import a from "./Some Where.svelte"; const id = "logs"; type A = "a b c d";</script>',
    '<svg viewBox="0 0 24 24"><path d="M12 4v16m8 8h16" /></svg>',
    '<span>Handset</span>',
  ])('leaves %s alone', (source) => {
    expect(textsIn(source)).toEqual([]);
  });
});
