/** A Vitest reporter that on SIGINT prints the files that were running and those that did not run. */
import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './steps.mjs';

export default class UnitReporter {
  #waiting = new Set();
  #running = new Set();

  onTestRunStart(/** @type {{ moduleId: string }[]} */ specifications) {
    this.#waiting = new Set(specifications.map(({ moduleId }) => moduleId));
    process.once('SIGINT', () => {
      for (const file of this.#running) printFile('was running', file);
      for (const file of this.#waiting) printFile('did not run', file);
    });
  }

  onTestModuleQueued(/** @type {{ moduleId: string }} */ { moduleId }) {
    this.#waiting.delete(moduleId);
    this.#running.add(moduleId);
  }

  onTestModuleEnd(/** @type {{ moduleId: string }} */ { moduleId }) {
    this.#running.delete(moduleId);
  }
}

/** Prints synchronously, since Vitest exits right after the signal. */
function printFile(state, file) {
  writeSync(2, `${state}: ${relative(root, file)}\n`);
}
