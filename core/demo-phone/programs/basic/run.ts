import { decode } from '../../shell/bytes.ts';
import { baseName } from '../../shell/paths.ts';
import type { Program } from '../program.ts';
import { linesIn } from '../text/sources.ts';

/** `true`, `false` */
const truth: Program = {
  names: ['true', 'false'],
  run: async ({ argv: [name] }) => Number(baseName(name) === 'false'),
};

/** `sleep N[smh]`, fractions too. */
const sleep: Program = {
  names: ['sleep', 'usleep'],
  run: async ({ argv: [name, amount = '0'], wait, err }) => {
    const match = /^(\d*\.?\d+)([smhd]?)$/.exec(amount);
    if (!match) {
      await err(`sleep: Bad argument '${amount}'\n`);
      return 1;
    }
    const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 }[match[2] ?? ''] ?? 1000;
    await wait(Number(match[1]) * (baseName(name) === 'usleep' ? 0.001 : unit));
    return 0;
  },
};

/** `sh -c SCRIPT [NAME [ARGUMENT…]]`, `sh FILE`, `sh` with the script on stdin. */
const sh: Program = {
  names: ['sh', 'mksh'],
  run: async (context) => {
    const [name, ...words] = context.argv;
    while (/^-[ex]+$/.test(words[0] ?? '')) words.shift();
    const [option, script, ...parameters] = words;
    if (option === '-c') {
      const [own = name, ...positional] = parameters;
      return context.shell(script ?? '', [own, ...positional]);
    }
    if (option === undefined) {
      return context.shell(decode(await context.stdin.readAll()), [name]);
    }
    const source = decode(context.system.files.read(context.path(option)));
    return context.shell(source, words);
  },
};

/** `toybox COMMAND …`: the same programs under one name; `nohup`, `timeout`, `nice` start another. */
const wrappers: Program = {
  names: ['toybox', 'nohup', 'nice', 'time', 'setsid'],
  run: async ({ argv: [, ...words], spawn }) => spawn(words),
};

/** `timeout [-s SIGNAL] SECONDS COMMAND …`; 124 when the time is up. */
const timeout: Program = {
  names: ['timeout'],
  run: async ({ argv: [, ...words], spawn, wait }) => {
    if (/^-[sk]$/.test(words[0] ?? '')) words.splice(0, 2);
    const [seconds, ...command] = words;
    const limit = wait(parseFloat(seconds ?? '0') * 1000).then(() => 124); // toybox timeout
    limit.catch(() => undefined);
    return Promise.race([spawn(command), limit]);
  },
};

/** `xargs [-n N] COMMAND …`: words of stdin as arguments. */
const xargs: Program = {
  names: ['xargs'],
  run: async ({ argv: [, ...words], stdin, spawn }) => {
    const at = words.indexOf('-n');
    const most = at < 0 ? Infinity : Number(words[at + 1]);
    const command = at < 0 ? words : words.filter((_word, i) => i !== at && i !== at + 1);
    const read: string[] = [];
    for await (const line of linesIn(stdin)) read.push(...line.split(/\s+/).filter(Boolean));
    let status = 0;
    while (read.length > 0) {
      const code = await spawn([
        ...(command.length > 0 ? command : ['echo']),
        ...read.splice(0, most),
      ]);
      if (code !== 0) status = 123;
    }
    return status;
  },
};

/** `seq [FIRST [STEP]] LAST` */
const seq: Program = {
  names: ['seq'],
  run: async ({ argv: [, ...words], out }) => {
    const values = words.map(Number);
    const last = values.at(-1) ?? 0;
    const first = values.length > 1 ? (values[0] ?? 1) : 1;
    const step = values.length > 2 ? (values[1] ?? 1) : 1;
    let text = '';
    for (let n = first; step > 0 ? n <= last : n >= last; n += step) text += `${n}\n`;
    await out(text);
    return 0;
  },
};

/** `reboot`. Guess: the shell sees a success before the link goes. */
const reboot: Program = {
  names: ['reboot'],
  run: async () => 0,
};

/** Programs that run others, wait, or only answer yes and no. */
export const running: readonly Program[] = [
  truth,
  sleep,
  sh,
  wrappers,
  timeout,
  xargs,
  seq,
  reboot,
];
