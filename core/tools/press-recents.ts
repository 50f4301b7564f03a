import { systemAction } from './contract/system-action.ts';

/** Presses the Recents button. */
export const pressRecents = systemAction({
  name: 'press_recents',
  title: 'Press Recents',
  description: 'Shows the overview of recently used apps, to switch to one of them or close it.',
  label: 'Recents button press',
  act: (phone, signal) => phone.pressKey('RECENTS', signal),
});
