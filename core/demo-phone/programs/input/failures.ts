import type { ProgramContext } from '../program.ts';

/** The INJECT_EVENTS permission is missing. */
export class InjectionDenied extends Error {
  /** The method of `input` that was refused. */
  readonly method: 'injectMotionEvent' | 'injectKeyEvent';
  constructor(method: InjectionDenied['method']) {
    super(method);
    this.method = method;
  }
}

/** Throws `InjectionDenied` on a phone that refuses; called just before the first event. */
export function askPermission({ system }: ProgramContext, method: InjectionDenied['method']): void {
  if (system.faults.has('input-denied')) throw new InjectionDenied(method);
}

/** KeyCharacterMap has no keys for a text and gives null, which `sendText` does not expect. */
export class TextWithoutKeys extends Error {}

/** An exception inside `input`, told as the version tells it. Line numbers as in reports of real phones. */
export async function fail(
  context: ProgramContext,
  { command, exception, method }: { command: string; exception: string; method: string },
): Promise<number> {
  if (context.system.android < 11) {
    // Input.java is a process of its own; the exception ends it. Guess: exit code 1.
    await context.err(
      `${exception}\n\tat com.android.commands.input.Input.${method}(Input.java:153)\n\tat com.android.commands.input.Input.run(Input.java:81)\n\tat com.android.commands.input.Input.main(Input.java:62)\n\tat com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)\n\tat com.android.internal.os.RuntimeInit.main(RuntimeInit.java:284)\n`,
    );
    return 1;
  }
  // BasicShellCommandHandler.exec prints what was thrown and answers -1.
  await context.err(
    `\nException occurred while executing '${command}':\n${exception}\n\tat com.android.server.input.InputShellCommand.${method}(InputShellCommand.java:319)\n\tat com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:232)\n\tat com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)\n\tat android.os.ShellCommand.exec(ShellCommand.java:38)\n\tat com.android.server.input.InputManagerService.onShellCommand(InputManagerService.java:3297)\n\tat android.os.Binder.shellCommand(Binder.java:1068)\n\tat android.os.Binder.onTransact(Binder.java:888)\n`,
  );
  return 255;
}

/** What a Xiaomi phone says until "USB debugging (Security settings)" is on; the words changed with Android 12. */
export function deny(
  context: ProgramContext,
  { command, method }: { command: string; method: InjectionDenied['method'] },
): Promise<number> {
  const words =
    context.system.android >= 12
      ? 'Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.'
      : 'Injecting to another application requires INJECT_EVENTS permission';
  return fail(context, { command, exception: `java.lang.SecurityException: ${words}`, method });
}
