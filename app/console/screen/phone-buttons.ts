import {
  mdiArrowLeft,
  mdiCheckboxMultipleBlankOutline,
  mdiCircleOutline,
  mdiPower,
  mdiScreenRotation,
  mdiVolumeMinus,
  mdiVolumePlus,
} from '@mdi/js';
import { screenWords } from './strings.ts';

/** The buttons beside the screen, in their order. */
export const phoneButtons = [
  { button: 'back', icon: mdiArrowLeft, label: screenWords.back },
  { button: 'home', icon: mdiCircleOutline, label: screenWords.home },
  { button: 'recents', icon: mdiCheckboxMultipleBlankOutline, label: screenWords.recents },
  { button: 'volume-up', icon: mdiVolumePlus, label: screenWords.volumeUp },
  { button: 'volume-down', icon: mdiVolumeMinus, label: screenWords.volumeDown },
  { button: 'rotate', icon: mdiScreenRotation, label: screenWords.rotate },
  { button: 'power', icon: mdiPower, label: screenWords.power },
] as const;
