import type { Program, ProgramContext } from './program.ts';

/** A Java program that the demo phone can run. */
export interface JavaProgram {
  /** The first characters of its file: `PK` of a jar, `dex` of a dex. */
  readonly signature: string;
  /** Resolves with the exit code. `file` is the first entry of the class path. */
  main(context: ProgramContext, start: JavaProgramStart): Promise<number>;
}

interface JavaProgramStart {
  readonly file: string;
  readonly args: readonly string[];
}

/** Exit codes: 128 + SIGABRT and 128 + SIGKILL. */
const abortedCode = 134;
const processKilledCode = 137;

/** Time in ms to start the runtime and load the class. Guess: a mid-range phone. */
const startMs = 600;

/** `app_process [-DNAME=VALUE…] DIRECTORY CLASS ARGUMENT…`: AOSP cmds/app_process. `programs` are by class. */
export function createAppProcess(programs: Readonly<Record<string, JavaProgram>>): Program {
  return {
    names: ['app_process'],
    main: async (context) => {
      const { argv, assignments, path, system, simulateLatency, err } = context;
      await simulateLatency(startMs);
      if (system.faults.has('no-scrcpy')) {
        // mksh prints how a program was killed, with a trailing space.
        await err('Killed \n');
        return processKilledCode;
      }
      const [, ...words] = argv;
      const optionCount = words.findIndex((word) => !word.startsWith('-'));
      const option = '-Djava.class.path=';
      const fromOption = words
        .slice(0, Math.max(optionCount, 0))
        .find((word) => word.startsWith(option));
      // A directory that no current Android version uses stands before the class.
      const [, className = '', ...args] = words.slice(optionCount);
      const classPath = fromOption?.slice(option.length) ?? assignments.get('CLASSPATH') ?? '';
      const file = path(classPath.split(':')[0] ?? '');
      const program = programs[className];
      if (program === undefined || !hasSignature(context, file, program.signature))
        return abort(context, className, file);
      return program.main(context, { file, args });
    },
  };
}

function hasSignature({ system }: ProgramContext, file: string, signature: string): boolean {
  // S_IFREG; a directory is not a class path here.
  const isFile = ((system.files.stat(file)?.mode ?? 0) & 0xf000) === 0x8000;
  const start = (): Uint8Array => system.files.read(file).subarray(0, signature.length);
  return isFile && new TextDecoder().decode(start()) === signature;
}

/** The runtime does not find the class, logs why, and aborts (Genymobile/scrcpy#268, #4481). */
async function abort(
  { system, pid, err }: ProgramContext,
  className: string,
  file: string,
): Promise<number> {
  const entry = { buffer: 'main', pid } as const;
  system.log.write({
    ...entry,
    level: 'E',
    tag: 'appproc',
    message: `ERROR: could not find class '${className}'`,
  });
  const kind = system.files.stat(file) === undefined ? 'directory' : 'zip file';
  system.log.write({
    ...entry,
    level: 'F',
    tag: 'app_process',
    message: `thread.cc:2148] No pending exception expected: java.lang.ClassNotFoundException: Didn't find class "${className}" on path: DexPathList[[${kind} "${file}"],nativeLibraryDirectories=[/system/lib64, /vendor/lib64, /system/lib64, /vendor/lib64]]`,
  });
  await err('Aborted \n');
  return abortedCode;
}
