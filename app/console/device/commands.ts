import type { Command } from '../../ui/command.ts';
import type { DeviceState } from './device-state.svelte.ts';
import { sections } from './sections.ts';

/** One command for each section of the Device panel, which shows it. */
export function sectionCommands(device: DeviceState): readonly Command[] {
  return sections.map(({ id, name, synonyms, words }) => ({
    id: `device-${id}`,
    label: `Show ${name}`,
    synonyms,
    word: words,
    isSuggested: true,
    cannotRun: null,
    run: () => device.show(id),
  }));
}
