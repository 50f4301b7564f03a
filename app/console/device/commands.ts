import { noPhone, unless, type Command } from '../../ui/command.ts';
import type { DeviceState } from './device-state.svelte.ts';
import { sections } from './sections.ts';

/** One command for each section of the Device panel, which shows it. */
export function sectionCommands({
  device,
  phone,
  layout,
}: {
  readonly device: DeviceState;
  readonly phone: { readonly info: object | null };
  readonly layout: { open(panel: 'device'): void };
}): readonly Command[] {
  return sections.map(({ id, name, synonyms, words }) => ({
    id: `device-${id}`,
    label: `Show ${name}`,
    synonyms,
    word: words,
    isSuggested: true,
    cannotRun: unless(phone.info !== null, noPhone),
    run() {
      device.show(id);
      layout.open('device');
    },
  }));
}
