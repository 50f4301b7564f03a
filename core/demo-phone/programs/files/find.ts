import { isDirectory } from '../../shell/open.ts';
import { matcher } from '../../shell/glob.ts';
import { baseName } from '../../shell/paths.ts';
import type { Program, ProgramContext } from '../program.ts';
import { forEachOperand, statOf } from './file-kinds.ts';

interface Filter {
  readonly name: ((name: string) => boolean) | undefined;
  readonly type: string | undefined;
  readonly deepest: number;
}

/** `find [PATH…] [-name PATTERN] [-iname PATTERN] [-type f|d] [-maxdepth N]` */
export const find: Program = {
  names: ['find'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const start = words.findIndex((word) => word.startsWith('-'));
    const paths = start < 0 ? words : words.slice(0, start);
    const valueOf = (option: string): string | undefined =>
      words.includes(option) ? words[words.indexOf(option) + 1] : undefined;
    const pattern = valueOf('-name') ?? valueOf('-iname');
    const adapt = (text: string) => (words.includes('-iname') ? text.toLowerCase() : text);
    const filter: Filter = {
      name: pattern === undefined ? undefined : matcher(pattern, adapt),
      type: valueOf('-type'),
      deepest: Number(valueOf('-maxdepth') ?? Infinity),
    };
    return forEachOperand(context, paths.length === 0 ? ['.'] : paths, async (path) => {
      statOf(context, path);
      await visit(context, { path, depth: 0 }, filter);
    });
  },
};

async function visit(
  context: ProgramContext,
  { path, depth }: { readonly path: string; readonly depth: number },
  filter: Filter,
): Promise<void> {
  const { mode } = statOf(context, path);
  const directory = isDirectory(mode);
  const typed = filter.type === undefined || (filter.type === 'd') === directory;
  if (typed && (filter.name?.(baseName(path)) ?? true)) await context.out(`${path}\n`);
  if (!directory || depth >= filter.deepest) return;
  for (const name of context.system.files.list(context.path(path))) {
    await visit(context, { path: `${path.replace(/\/$/, '')}/${name}`, depth: depth + 1 }, filter);
  }
}
