/** Vitest's part of a promise that every step keeps: a run that is ended says what it was at. */
import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './steps.mjs';

export default class UnitReporter {
  #waiting = new Set();
  #running = new Set();

  onTestRunStart(/** @type {{ moduleId: string }[]} */ specifications) {
    this.#waiting = new Set(specifications.map(({ moduleId }) => moduleId));
    process.once('SIGINT', () => {
      for (const file of this.#running) tell('was running', file);
      for (const file of this.#waiting) tell('did not run', file);
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

/** At once: Vitest ends its process in the next moment. */
function tell(what, file) {
  writeSync(2, `${what}: ${relative(root, file)}\n`);
}
