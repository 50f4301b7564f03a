import { systemAction } from './contract/system-action.ts';

/** Presses the Home button. */
export const pressHome = systemAction({
  name: 'press_home',
  title: 'Press Home',
  description: 'Shows the home screen. The app in front stays open in the background.',
  label: 'Home button press',
  act: (phone, signal) => phone.pressKey('HOME', signal),
});
