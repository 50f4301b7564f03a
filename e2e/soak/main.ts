/**
 * `npm run soak`: whether the programs leak, are unfair or become slow in a long run: `-- --calls N
 * --minutes N`, `-- --only PART` for one part, see `parts`. Fails if a figure breaks its bound.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import bundleDemoPhone from '../bundle-demo-phone.ts';
import { soakLargeScreen } from './large-screen.ts';
import { soakLog } from './log-flood.ts';
import { soakLong } from './long-run.ts';
import { fakeClock, soakClock } from './clock.ts';
import { Report } from './report.ts';
import { adbProgram } from './rig.ts';
import { soakSleep } from './sleep.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '60' },
    megabytes: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '180' },
    only: { type: 'string' },
  },
});
const length = { calls: Number(values.calls), minutes: Number(values.minutes) };

const parts: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  calls: (report) => soakLong(report, length),
  screen: soakLargeScreen,
  log: (report) => soakLog(report, Number(values.megabytes)),
  sleep: (report) => soakSleep(report, Number(values.seconds)),
  clock: soakClock,
};

const { only } = values;
if (only !== undefined && parts[only] === undefined) {
  console.error(`There is no part "${only}": use ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
if (adbProgram === undefined) {
  console.error('The soak needs adb.');
  process.exit(2);
}
if ((only ?? 'clock') === 'clock' && !existsSync(fakeClock)) {
  console.error('The part "clock" needs libfaketime: `apt-get install faketime` on Debian.');
  process.exit(2);
}
await bundleDemoPhone();
const broken: string[] = [];
for (const [name, soak] of Object.entries(parts)) {
  if ((only ?? name) !== name) continue;
  console.log(`\n${name}`);
  const report = new Report(name);
  await soak(report);
  broken.push(...report.print().map((row) => `${name}: ${row}`));
}
console.log(broken.length === 0 ? '\nAll figures are within their bounds.' : '');
for (const row of broken) console.error(`BROKEN ${row}`);
process.exit(broken.length === 0 ? 0 : 1);
