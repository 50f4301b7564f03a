import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubRunes } from '../../ui/testing/runes.ts';
import { PaletteState } from './palette.svelte.ts';

beforeEach(() => {
  stubRunes();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows for a while what a command says, or why it failed', async () => {
  const palette = new PaletteState();
  await palette.runCommand({ label: 'Open', run: () => Promise.resolve('Opened Calculator') });
  expect(palette.message).toBe('Opened Calculator');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(palette.message).toBe('');
  const run = () => Promise.reject(new Error('No phone.'));
  await palette.runCommand({ label: 'Open', run });
  expect(palette.message).toContain('Open: ');
});

it('says nothing of a command that returns something else', async () => {
  const palette = new PaletteState();
  await palette.runCommand({ label: 'Live on', run: () => true });
  expect(palette.message).toBe('');
});
