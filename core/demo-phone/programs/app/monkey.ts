import { parseArguments } from '../arguments.ts';
import type { Program } from '../program.ts';
import { shortForm } from './intent.ts';

/** `monkey -p PACKAGE -c android.intent.category.LAUNCHER 1`: starts an app; more events are not injected. */
export const monkey: Program = {
  names: ['monkey'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { values, operands } = parseArguments(words, [
      'p',
      'c',
      's',
      'v',
      '--throttle',
      '--pct-syskeys',
    ]);
    const packageName = values.get('p') ?? '';
    const count = Number(operands[0] ?? '0');
    await context.pace(900); // Guess: a Java process of its own and an app start.
    await context.err(`  bash arg: -p\n  bash arg: ${packageName}\n`);
    const activity = context.system.world.launchActivity(packageName);
    if (activity === undefined) {
      await context.out('** No activities found to run, monkey aborted.\n');
      return 252; // -4, Monkey.java
    }
    const { activityLog, world } = context.system;
    const intent = `act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000 cmp=${shortForm(activity)}`;
    activityLog.startByShell(intent, () => world.startActivity(activity));
    await context.out(
      `Events injected: ${count}\n## Network stats: elapsed time=27ms (0ms mobile, 0ms wifi, 27ms not connected)\n`,
    );
    return 0;
  },
};
