import { services } from './dumpsys/services.ts';
import type { Program, ProgramContext } from './program.ts';
import { namespaces } from './settings-store.ts';

const latin = 'com.android.inputmethod.latin/.LatinIME';

/** `ime list [-a] [-s]`, `enable`, `disable`, `set`, `reset`: InputMethodManagerService.ShellCommandImpl; one keyboard. */
const ime: Program = {
  names: ['ime'],
  run: async (context) => {
    const [, command, ...words] = context.argv;
    await context.pace(100); // Guess.
    if (command === 'list') {
      const short = words.includes('-s');
      await context.out(
        short
          ? `${latin}\n`
          : `mId=${latin} mSettingsActivityName=com.android.inputmethod.latin.settings.SettingsActivity\nmIsVrOnly=false\nmSupportsSwitchingToNextInputMethod=true\n`,
      );
      return 0;
    }
    if (command === 'reset') {
      context.system.settings.put('secure', 'default_input_method', latin);
      await context.out('Reset current and enabled IMEs for user #0\n');
      return 0;
    }
    if (command === 'enable' || command === 'disable' || command === 'set') {
      return change(context, command, words.at(-1) ?? '');
    }
    await context.out(`Unknown command: ${command ?? ''}\n`);
    return 255;
  },
};

async function change(
  { out, err }: ProgramContext,
  command: 'enable' | 'disable' | 'set',
  id: string,
): Promise<number> {
  const done = { enable: 'already enabled', disable: 'now disabled', set: 'selected' }[command];
  if (id === latin) {
    await out(`Input method ${id} ${done} for user #0\n`);
    return 0;
  }
  const verb = { enable: 'enabled', disable: 'disabled', set: 'selected' }[command];
  await err(`Unknown input method ${id} cannot be ${verb} for user #0\n`);
  return 255; // Guess.
}

/** `service list`, `service check NAME`, `service call …`. */
const service: Program = {
  names: ['service'],
  run: async ({ argv: [, command, name = ''], out }) => {
    if (command === 'list') {
      const lines = services.map((known, i) => `${i}\t${known}: []\n`);
      await out(`Found ${services.length} services:\n${lines.join('')}`);
      return 0;
    }
    const found = services.includes(name);
    if (command === 'check') await out(`Service ${name}: ${found ? 'found' : 'not found'}\n`);
    else if (command === 'call' && found) await out("Result: Parcel(00000000    '....')\n");
    else if (command === 'call') await out(`service: Service ${name} does not exist\n`);
    else await out('Usage: service [-h|-?]\n       service list\n       service check SERVICE\n');
    return found || command === 'check' ? 0 : 10;
  },
};

/** `content query|insert|… --uri URI`: the settings tables are there, no other provider. */
const content: Program = {
  names: ['content'],
  run: async (context) => {
    const [, verb, ...words] = context.argv;
    await context.pace(500); // Guess: a Java process of its own.
    const uri = words[words.indexOf('--uri') + 1] ?? '';
    const [, authority = '', table] = /^content:\/\/([^/]*)\/?(.*)$/.exec(uri) ?? [];
    const namespace = namespaces.find((name) => name === table);
    if (authority !== 'settings' || namespace === undefined) {
      await context.err(
        `Error while accessing provider:${authority}\njava.lang.IllegalStateException: Could not find provider: ${authority}\n`,
      );
      return 1; // Guess.
    }
    const { settings } = context.system;
    if (verb === 'query') {
      const rows = settings.list(namespace);
      await context.out(
        rows
          .map(([name, value], i) => `Row: ${i} _id=${i + 1}, name=${name}, value=${value}\n`)
          .join(''),
      );
      return 0;
    }
    const bound = new Map(
      words
        .flatMap((word, i) => (word === '--bind' ? [(words[i + 1] ?? '').split(/:[sbifld]:/)] : []))
        .map(([name = '', value = '']) => [name, value] as const),
    );
    const name = bound.get('name');
    if (verb === 'insert' && name !== undefined)
      settings.put(namespace, name, bound.get('value') ?? '');
    return 0;
  },
};

/** `svc power|wifi|data|bluetooth …`: taken without effect, but for the screen. */
const svc: Program = {
  names: ['svc'],
  run: async (context) => {
    const [, what, command, value] = context.argv;
    await context.pace(300); // Guess: a Java process of its own.
    if (what === 'power' && command === 'stayon') {
      const levels: Readonly<Record<string, string>> = {
        true: '7',
        usb: '2',
        ac: '1',
        wireless: '4',
      };
      context.system.settings.put('global', 'stay_on_while_plugged_in', levels[value ?? ''] ?? '0');
      return 0;
    }
    if (/^(?:power|wifi|data|bluetooth|nfc|usb)$/.test(what ?? '') && command !== undefined)
      return 0;
    await context.err(
      'Available commands:\n    help     Show information about the subcommands\n    power    Control the power manager\n    data     Control mobile data connectivity\n    wifi     Control the Wi-Fi manager\n    usb      Control Usb state\n    nfc      Control NFC functions\n    bluetooth Control Bluetooth service\n',
    );
    return 0;
  },
};

/** Front ends of system services that need little. */
export const servicePrograms: readonly Program[] = [ime, service, content, svc];
