import type { Program } from '../../shell/program.ts';
import { parseProgramArguments } from '../arguments.ts';
import { runActivityCommand } from './am.ts';

/**
 * `monkey -p PACKAGE -c android.intent.category.LAUNCHER 1`, with which many programs open an app (Monkey.java).
 * It starts the app; the one event that they ask for falls to that start.
 */
export const monkey: Program = {
  names: ['monkey'],
  main: async (context) => {
    const [, ...words] = context.argv;
    const { values, operands } = parseProgramArguments(words, [
      'p',
      'c',
      's',
      'v',
      '--throttle',
      '--pct-syskeys',
    ]);
    await context.out(words.map((word) => `  bash arg: ${word}\n`).join(''));
    const component = context.system.world.launchActivity(values.get('p') ?? '');
    if (component === undefined) {
      await context.err('** No activities found to run, monkey aborted.\n');
      return 252;
    }
    const silent = { ...context, out: () => Promise.resolve(), err: () => Promise.resolve() };
    await runActivityCommand(silent, 'start', ['-n', component]);
    await context.out(`Events injected: ${operands[0] ?? '0'}\n`);
    return 0;
  },
};
