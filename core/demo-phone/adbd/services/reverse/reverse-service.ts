import type { Service } from '../service.ts';
import type { ReverseListeners } from './reverse-listeners.ts';

/** `reverse:COMMAND`: handle_forward_request in AOSP's adb.cpp, as the daemon has it. */
export function reverseService(command: string): Service {
  return async ({ socket, reverse }) => {
    const reply = answer(command, reverse);
    if (reply !== '') await socket.write(new TextEncoder().encode(reply));
  };
}

function answer(command: string, reverse: ReverseListeners): string {
  if (command === 'list-forward') return withLength(reverse.list());
  if (command === 'killforward-all') {
    reverse.removeAll();
    return 'OKAY';
  }
  const [, verb, argument = ''] = /^(forward|killforward):(.*)$/s.exec(command) ?? [];
  if (verb === 'forward') return forward(argument, reverse);
  if (verb === 'killforward') return kill(argument, reverse);
  // Neither success nor failure is said of what is no command at all.
  return '';
}

/** `[norebind:]LOCAL;REMOTE`. A port is told since Android 8. */
function forward(argument: string, reverse: ReverseListeners): string {
  const rest = argument.replace(/^norebind:/, '');
  const [local = '', destination = '', ...more] = rest.split(';');
  if (local === '' || destination === '' || destination.startsWith('*') || more.length > 0) {
    return fail(`bad forward: ${rest}`);
  }
  const result = reverse.install(local, destination, rest === argument);
  if (result.kind === 'failed') return fail(result.reason);
  return `OKAY${result.port === undefined ? '' : withLength(`${result.port}`)}`;
}

function kill(local: string, reverse: ReverseListeners): string {
  if (local === '' || local.includes(';')) return fail(`bad killforward: ${local}`);
  return reverse.remove(local) ? 'OKAY' : fail(`listener '${local}' not found`);
}

function fail(reason: string): string {
  return `FAIL${withLength(reason)}`;
}

/** Four hexadecimal digits, then the text (SendProtocolString; it cuts at 0xffff bytes). */
function withLength(text: string): string {
  return text.length.toString(16).padStart(4, '0') + text;
}
