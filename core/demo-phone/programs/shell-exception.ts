import type { ProgramContext } from '../shell/program.ts';

const frames = `\tat com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)
\tat android.os.ShellCommand.exec(ShellCommand.java:38)
`;

/**
 * Prints the exception that ended a service's shell command (ShellCommand.exec), `java.lang.…: message`, and
 * returns the exit code. Android 8 repeats the message of a SecurityException and does not name the command.
 * Guess: the frames.
 */
export async function printException(
  { system, err }: Pick<ProgramContext, 'system' | 'err'>,
  command: string,
  exception: string,
): Promise<number> {
  const [, denial] = /^java\.lang\.SecurityException: (.*)/.exec(exception) ?? [];
  const name = system.android >= 11 ? ` '${command}'` : '';
  const head =
    system.android < 11 && denial !== undefined
      ? `Security exception: ${denial}\n`
      : `\nException occurred while executing${name}:`;
  await err(`${head}\n${exception}\n${frames}`);
  return 255;
}

/** What `ShellCommand` of most services prints for a command that it does not know. */
export async function reportUnknownCommand(
  { out }: Pick<ProgramContext, 'out'>,
  command: string | undefined,
): Promise<number> {
  await out(`Unknown command: ${command ?? ''}\n`);
  return 255;
}

/** Whether the maker keeps permissions from ADB that Android gives it. */
export function isRestricted({ system }: Pick<ProgramContext, 'system'>): boolean {
  return system.faults.has('adb-restricted');
}
