import type { DemoPhoneOptions } from '../options.ts';
import { Activities } from './activities.ts';
import type { App } from './app.ts';
import { Clipboard } from './clipboard.ts';
import { canvasTextMeasure } from './canvas-text.ts';
import { CaretRevealer } from './caret-revealer.ts';
import { freshDeviceState } from './device-state.ts';
import { Display } from './display.ts';
import { Flings } from './fling.ts';
import { KeyInput } from './key-input.ts';
import { PhoneScreen } from './phone-screen.ts';
import { profileOf } from './profile.ts';
import { Tasks } from './tasks.ts';
import { TouchInput } from './touch-input.ts';
import type { MeasureText } from './ui/text-block.ts';

/** What the demo phone's own world is made of. */
export interface OwnWorldParts {
  readonly options: DemoPhoneOptions;
  /** The first app is the launcher. */
  readonly apps: readonly App[];
  readonly homeComponent: string;
  readonly recentsComponent: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs what changes the picture without being asked to, and tells the world's listeners. */
  readonly change: (act: () => void) => void;
}

/** The parts of a world, already joined. */
interface Assembled {
  readonly display: Display;
  readonly screen: PhoneScreen;
  readonly activities: Activities;
  readonly keys: KeyInput;
  readonly touch: TouchInput;
  readonly clipboard: Clipboard;
  readonly flings: Flings;
  readonly revealer: CaretRevealer;
  readonly measureText: MeasureText;
}

/** Builds a world's parts and joins them; they know each other in circles, so all is done here. */
export function assemble({ options, now, change, ...components }: OwnWorldParts): Assembled {
  const shared = sharedParts(options, components.homeComponent);
  const screen: PhoneScreen = new PhoneScreen({
    ...shared,
    now,
    navigation: {
      back: () => keys.back(),
      home: () => activities.home(),
      recents: () => activities.recents(),
    },
    typing: {
      type: (text) => screen.focused.focus?.insert(text),
      backspace: () => screen.focused.focus?.deleteBackward(),
      enter: () => keys.enter(),
      hide: () => keys.back(),
    },
    shadeActions: {
      open: (component) => void activities.start(component, undefined),
      toast: (message) => (screen.toast = message),
    },
  });
  const { faults } = options;
  const secure = faults.has('secure-window');
  const activities: Activities = new Activities({ ...shared, ...components, screen, secure });
  const dropsTyping = faults.has('drops-typing');
  const keys: KeyInput = new KeyInput({ ...shared, screen, activities, dropsTyping });
  const flings = new Flings(faults.has('momentum') || options.latency === 'real', change);
  const touch = new TouchInput({ ...shared, screen, activities, keys, flings, change });
  const revealer = new CaretRevealer(screen, shared.measureText);
  return { ...shared, screen, activities, keys, touch, flings, revealer };
}

/** What every part may use. */
function sharedParts({ android, canvas }: DemoPhoneOptions, homeComponent: string) {
  const profile = profileOf(android);
  return {
    profile,
    display: new Display(profile),
    state: freshDeviceState(profile.model),
    tasks: new Tasks(homeComponent.split('/')[0] ?? ''),
    measureText: canvasTextMeasure(canvas),
    clipboard: new Clipboard(),
  };
}
