import {
  mdiCellphoneSettings,
  mdiFormatListBulletedSquare,
  mdiHistory,
  mdiRobotOutline,
  mdiTextLong,
  mdiTools,
} from '@mdi/js';
import { undoKeys } from '../ui/keys.ts';

/** The panels beside the screen, in tab order. A new panel needs an entry here and a folder. */
export const panels = [
  {
    id: 'elements',
    label: 'Elements',
    synonyms: 'tree table hierarchy selectors what is on the screen',
    words: ['tree', 'hierarchy'],
    icon: mdiFormatListBulletedSquare,
    keysHelp: [
      { keys: ['Enter'], action: 'Pin the element' },
      { keys: ['Mod', 'Enter'], action: 'Tap the element' },
      { keys: ['Shift', 'F10'], action: 'Open the element’s menu (also right click)' },
      { keys: ['↑'], action: 'In the filter: recall a selector' },
      { keys: ['*'], action: 'In the tree: expand all branches at this level' },
      { keys: ['Shift', '← / →'], action: 'On a heading: resize the column' },
      { keys: ['Mod', 'C'], action: 'Copy the selector of the element under the pointer' },
      { keys: ['Esc'], action: 'Unpin the element, then return to the filter' },
    ],
    load: () => import('./elements/ElementsPanel.svelte'),
  },
  {
    id: 'tools',
    label: 'Tools',
    synonyms: 'forms actions run',
    words: [],
    icon: mdiTools,
    keysHelp: [
      { keys: ['Mod', 'Enter'], action: 'Run the tool' },
      { keys: ['Esc'], action: 'Cancel the run' },
      {
        keys: ['Arrow keys'],
        action: 'While picking: move the crosshair, or go to the next element',
      },
      { keys: ['Shift', 'Arrow keys'], action: 'Move the crosshair in larger steps' },
      { keys: ['Mod', 'Arrow keys'], action: 'Move the crosshair by one pixel' },
      { keys: ['Enter'], action: 'Pick the point or the element' },
    ],
    load: () => import('./tools/ToolsPanel.svelte'),
  },
  {
    id: 'device',
    label: 'Device',
    synonyms: 'manage phone manager',
    words: [],
    icon: mdiCellphoneSettings,
    keysHelp: [],
    load: () => import('./device/DevicePanel.svelte'),
  },
  {
    id: 'timeline',
    label: 'Timeline',
    synonyms: 'calls history record recording',
    words: [],
    icon: mdiHistory,
    keysHelp: [
      { keys: ['Enter'], action: 'Open the call' },
      { keys: ['Alt', '↑ / ↓'], action: 'Move the step up or down' },
      { keys: ['Delete'], action: 'Delete the step' },
      { keys: undoKeys, action: 'Undo the last change to the steps' },
    ],
    load: () => import('./timeline/TimelinePanel.svelte'),
  },
  {
    id: 'logs',
    label: 'Logs',
    synonyms: 'logcat crashes console find search',
    words: ['logcat'],
    icon: mdiTextLong,
    keysHelp: [
      { keys: ['Mod', 'C'], action: 'Copy the selected lines' },
      { keys: ['Esc'], action: 'Jump to the newest line' },
    ],
    load: () => import('./logs/LogsPanel.svelte'),
  },
  {
    id: 'agents',
    label: 'Agents',
    synonyms: 'mcp bridge rules connect configuration block revoke',
    words: ['mcp', 'bridge', 'revoke'],
    icon: mdiRobotOutline,
    keysHelp: [],
    load: () => import('./agents/AgentsPanel.svelte'),
  },
] as const;

/** The panels for what is connected: a captured screen has no device behind it. */
export function panelsFor({ isCapture }: { readonly isCapture: boolean }) {
  return panels.filter(({ id }) => !isCapture || (id !== 'device' && id !== 'logs'));
}

export type PanelId = (typeof panels)[number]['id'];
