import type { Console } from '../console.svelte.ts';
import { runTool } from '../tools/commands.ts';
import { inGroup, type GroupedCommand } from './ranking.ts';

/** The commands `tap 300 500` and `type some text`, with what they name; none for another text. */
export function typedCommands(console: Console, typed: string): readonly GroupedCommand[] {
  const [, x, y = ''] = /^\s*tap (\d+)[, ]+(\d+)\s*$/i.exec(typed) ?? [];
  const [, text = ''] = /^\s*type (\S.*)$/i.exec(typed) ?? [];
  const call =
    x !== undefined
      ? { name: 'tap', args: { x: Number(x), y: Number(y) }, label: `Tap ${x}, ${y}` }
      : { name: 'input_text', args: { text }, label: `Type “${text}”` };
  const isCommand = x !== undefined || text !== '';
  const isToolTitle = console.policy.tools.some(
    ({ title }) => title.toLowerCase() === typed.trim().toLowerCase(),
  );
  if (!isCommand || isToolTitle) return [];
  return inGroup('phone', [
    {
      id: `typed-${call.name}`,
      label: call.label,
      cannotRun: console.phone.whyUnusable,
      run: () => runTool(console, call, call.args),
    },
  ]);
}
