import { expect, it } from 'vitest';
import { type ErrorCode, HandsetError } from '../../core/errors.ts';
import { type FailedAt, explainFailure } from './run-tool.ts';

const doubt = 'The call may or may not have run; look at the screen before you repeat it.';
const failed = (code: ErrorCode) => new HandsetError(code, 'It failed.', { hint: 'Do this.' });

function explained(code: ErrorCode, at: Partial<FailedAt>): string {
  return explainFailure(failed(code), { effect: 'act', began: true, stopped: false, ...at })
    .fullText;
}

it('says so when a call that acts may or may not have acted', () => {
  expect(explained('phone-lost', {})).toBe(`It failed. ${doubt} Do this.`);
  expect(explained('timeout', {})).toContain(doubt);
  expect(explained('element-not-found', {})).toBe('It failed. Do this.');
  expect(explained('phone-lost', { effect: 'read' })).toBe('It failed. Do this.');
  expect(explained('phone-lost', { began: false })).toBe('It failed. Do this.');
});

it('says that the person stopped it, whatever error that caused', () => {
  const said = 'The person stopped everything in the Handset console.';
  const next = 'Ask them before you go on.';
  expect(explained('phone-lost', { stopped: true })).toBe(`${said} ${doubt} ${next}`);
  const nothing = `${said} Nothing was done. ${next}`;
  expect(explained('cancelled', { stopped: true, began: false })).toBe(nothing);
  expect(explained('cancelled', { stopped: true, effect: 'read' })).toBe(nothing);
});
