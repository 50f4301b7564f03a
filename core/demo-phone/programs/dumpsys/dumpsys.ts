import type { Program } from '../program.ts';
import type { System } from '../system.ts';
import { dumpActivity } from './activity.ts';
import { dumpDisplay } from './display.ts';
import { dumpInputMethod } from './input-method.ts';
import { dumpInput } from './input.ts';
import { dumpPower } from './power.ts';
import { services } from './services.ts';
import { dumpBattery, dumpOther, dumpPackage, dumpSurfaceFlinger } from './small.ts';
import { dumpWindow } from './window.ts';

/** Guess: asking a service for its state over binder, mid-range phone. */
const dumpMs = 120;

type Dump = (system: System, words: readonly string[]) => string;

const dumps: Readonly<Record<string, Dump>> = {
  SurfaceFlinger: dumpSurfaceFlinger,
  activity: dumpActivity,
  battery: dumpBattery,
  display: dumpDisplay,
  input: dumpInput,
  input_method: dumpInputMethod,
  package: dumpPackage,
  power: dumpPower,
  window: dumpWindow,
};

/** `dumpsys [-l] [-t SECONDS] [SERVICE [ARGUMENTS]]`: frameworks/native/cmds/dumpsys. */
export const dumpsys: Program = {
  names: ['dumpsys'],
  run: async (context) => {
    const [, ...words] = context.argv;
    if (words[0] === '-t' || words[0] === '-T') words.splice(0, 2);
    const [service, ...rest] = words;
    await context.pace(dumpMs);
    if (service === '-l') {
      await context.out(
        `Currently running services:\n${services.map((name) => `  ${name}\n`).join('')}`,
      );
      return 0;
    }
    if (service === undefined) {
      for (const name of Object.keys(dumps)) await context.out(framed(context.system, name));
      return 0;
    }
    if (!services.includes(service)) {
      await context.err(`Can't find service: ${service}\n`);
      return 0; // Guess.
    }
    const dump = Object.hasOwn(dumps, service) ? dumps[service] : undefined;
    await context.out(dump ? dump(context.system, rest) : dumpOther(context.system, service));
    return 0;
  },
};

/** One service among all of them. */
function framed(system: System, name: string): string {
  const line = '-'.repeat(79);
  return `${line}\nDUMP OF SERVICE ${name}:\n${dumps[name]?.(system, []) ?? ''}`;
}
