import { FileError } from '../../files.ts';
import { encodeUtf8 } from '../../bytes.ts';
import type { JavaProgram } from '../../shell/app-process.ts';
import { rememberRotation } from './rotation-lock.ts';
import { alreadyRegistered, dumpXml } from './uiautomator.ts';

/** Time in ms to connect UiAutomation and to write the layout. Guess: a mid-range phone. */
const layoutMs = 200;

/**
 * yadb, as far as Handset uses it: `-layout FILE` (https://github.com/ysbing/YADB, LayoutShell.java). It
 * waits for nothing, and prints errors to stdout. Guess: its XML is that of a dump before Android 14;
 * the real one is indented, with the resource ids at the end.
 */
export const yadb: JavaProgram = {
  signature: 'PK',
  main: async (context, { args: [option, file = '/data/local/tmp/yadb_layout_dump.xml'] }) => {
    const { out, path, pid, simulateLatency, system } = context;
    const { counters, faults, files, world } = system;
    const fail = async (exception: string): Promise<number> => {
      await out(`MainException: ${exception}\n`);
      return 0;
    };
    if (option !== '-layout') {
      await out('Invalid argument\n');
      return 0;
    }
    if (counters.uiAutomationPid !== undefined || faults.has('automation-taken'))
      return fail(alreadyRegistered(pid));
    counters.uiAutomationPid = pid;
    const restoreRotation = rememberRotation(system);
    try {
      await simulateLatency(layoutMs);
      if (faults.has('null-root')) return await fail('java.util.concurrent.TimeoutException');
      const captured = world.capturedDumpBytes();
      files.write(
        path(file),
        captured ?? encodeUtf8(dumpXml(world.hierarchy(), world.rotation, 8)),
      );
      await out(`layout dumped to:${path(file)}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return await fail(
        `java.io.FileNotFoundException: ${path(file)}: open failed: ${error.errno}`,
      );
    } finally {
      restoreRotation();
      counters.uiAutomationPid = undefined;
    }
  },
};
