import { expect, it } from 'vitest';
import { type ErrorCode, HandsetError } from '../../core/errors.ts';
import { type FailureContext, explainFailure } from './run-tool.ts';

const doubtText = 'The call may or may not have run; look at the screen before you repeat it.';
const failed = (code: ErrorCode) => new HandsetError(code, 'It failed.', { hint: 'Do this.' });

function explained(code: ErrorCode, at: Partial<FailureContext>): string {
  return explainFailure(failed(code), { effect: 'act', hasStarted: true, stopped: false, ...at })
    .fullText;
}

it('says so when a call that acts may or may not have acted', () => {
  expect(explained('phone-lost', {})).toBe(`It failed. ${doubtText} Do this.`);
  expect(explained('timeout', {})).toContain(doubtText);
  expect(explained('element-not-found', {})).toBe('It failed. Do this.');
  expect(explained('phone-lost', { effect: 'read' })).toBe('It failed. Do this.');
  expect(explained('phone-lost', { hasStarted: false })).toBe('It failed. Do this.');
});

it('says that the person stopped it, whatever error that caused', () => {
  const stoppedText = 'The person stopped everything in the Handset console.';
  const hintText = 'Ask them before you go on.';
  expect(explained('phone-lost', { stopped: true })).toBe(
    `${stoppedText} ${doubtText} ${hintText}`,
  );
  const nothing = `${stoppedText} Nothing was done. ${hintText}`;
  expect(explained('cancelled', { stopped: true, hasStarted: false })).toBe(nothing);
  expect(explained('cancelled', { stopped: true, effect: 'read' })).toBe(nothing);
});
