import type { Program, ProgramContext } from '../shell/program.ts';
import { type Namespace, namespaces } from '../system.ts';

/** `settings`: SettingsService.MyShellCommand. */
export const settings: Program = {
  names: ['settings'],
  run: async (context) => {
    const [, ...all] = context.argv;
    await context.pace(100); // Guess.
    const words = withoutUser(all);
    const [verb = '', space, key, ...values] = words;
    const namespace = namespaces.find((name) => name === space?.toLowerCase());
    if (!/^(?:get|put|delete|list|reset)$/.test(verb))
      return refuse(context, `Invalid command: ${verb}`);
    if (namespace === undefined) return refuse(context, `Invalid namespace '${space ?? ''}'`);
    if (verb === 'list') return list(context, namespace);
    if (key === undefined) return refuse(context, 'Bad arguments');
    if (verb === 'get') return get(context, namespace, key);
    if (verb === 'put') {
      const [value] = values;
      if (value === undefined) return refuse(context, 'Bad arguments');
      context.system.settings.put(namespace, key, value);
      return 0;
    }
    return remove(context, namespace, key);
  },
};

function withoutUser(words: readonly string[]): readonly string[] {
  const at = words.indexOf('--user');
  return at < 0 ? words : words.filter((_word, i) => i !== at && i !== at + 1);
}

async function get(
  { system, out }: ProgramContext,
  namespace: Namespace,
  key: string,
): Promise<number> {
  await out(`${system.settings.get(namespace, key) ?? 'null'}\n`);
  return 0;
}

async function remove(
  { system, out }: ProgramContext,
  namespace: Namespace,
  key: string,
): Promise<number> {
  const existed = system.settings.delete(namespace, key);
  await out(`Deleted ${existed ? 1 : 0} rows\n`);
  return 0;
}

async function list({ system, out }: ProgramContext, namespace: Namespace): Promise<number> {
  await out(
    system.settings
      .list(namespace)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  return 0;
}

/** Guess: exit code 255, as ShellCommand answers -1. */
async function refuse({ err }: ProgramContext, message: string): Promise<number> {
  await err(`${message}\n`);
  return 255;
}
