/** Collects the commands that the palette lists; each is declared in the folder of its button. */
import { noPhone, unless, type Command } from '../../ui/command.ts';
import { sentenceCase } from '../../ui/field-label.ts';
import { agentCommands } from '../agents/commands.ts';
import { connectCommands } from '../connect/commands.ts';
import type { Console } from '../console.svelte.ts';
import { sectionCommands } from '../device/commands.ts';
import { elementCommands } from '../elements/commands.ts';
import { clearTransfersCommand } from '../files/commands.ts';
import { logCommands } from '../logs/commands.ts';
import { logViewOf } from '../logs/log-view.svelte.ts';
import { panelsFor, type PanelId } from '../panels.ts';
import { stopCommand } from '../policy/commands.ts';
import {
  captureCommands,
  phoneButtonCommands,
  resetCommands,
  useCommands,
  viewCommands,
} from '../screen/commands.ts';
import {
  addCheckCommand,
  exportStepsCommand,
  newRecordingCommand,
  recordStepsCommand,
  runStepsCommand,
  stopStepsCommand,
  undoStepsCommand,
} from '../steps/commands.ts';
import { timelineCommands } from '../timeline/commands.ts';
import { phoneCommands, toolCommands } from '../tools/commands.ts';
import { formCommands } from '../tools/form-commands.ts';
import type { PaletteState } from './palette.svelte.ts';
import { inGroup, type GroupedCommand } from './ranking.ts';
import { helpCommand, panelCommands } from './shortcuts.ts';

/** The commands of a panel, which is on the page only with a phone. They open it, so that what they do is seen. */
function ofPanel(
  { layout, phone }: Console,
  panel: PanelId,
  commands: readonly Command[],
): readonly Command[] {
  if (!panelsFor(phone).some(({ id }) => id === panel)) return [];
  return commands.map((command) => ({
    ...command,
    cannotRun: unless(phone.info !== null, noPhone) ?? command.cannotRun,
    run() {
      if (command.isSeenElsewhere !== true) layout.open(panel);
      return command.run();
    },
  }));
}

/** Every command for the current state, in list order. */
export function listCommands(console: Console, palette: PaletteState): readonly GroupedCommand[] {
  const commands = [
    ...inGroup('panels', [
      ...panelCommands(console),
      ...ofPanel(console, 'device', sectionCommands(console.device)),
    ]),
    ...inGroup('phone', [
      ...phoneCommands(console),
      ...Object.values(captureCommands(console)),
      ...Object.values(phoneButtonCommands(console)),
      clearTransfersCommand(console.transfers),
      ...Object.values(resetCommands(console)),
      ...Object.values(connectCommands(console.phone)),
    ]),
    ...inGroup('screen', [
      ...Object.values(viewCommands(console)),
      ...useCommands(console),
      ...ofPanel(console, 'elements', elementCommands(console)),
    ]),
    ...inGroup('agents', [stopCommand(console.policy), ...agentCommands(console)]),
    ...inGroup(
      'calls',
      ofPanel(console, 'timeline', [
        recordStepsCommand(console),
        newRecordingCommand(console),
        runStepsCommand(console),
        stopStepsCommand(console.stepRecorder.steps),
        addCheckCommand(console),
        exportStepsCommand(console),
        undoStepsCommand(console.stepRecorder.steps),
        ...timelineCommands(console),
      ]),
    ),
    ...inGroup('logs', ofPanel(console, 'logs', logCommands(logViewOf(console.logs), console))),
    // Without a phone the form is not on the page.
    ...inGroup(
      'form',
      console.phone.info === null ? [] : ofPanel(console, 'tools', formCommands(console.tools)),
    ),
    ...inGroup('page', [...themeCommands(console), helpCommand(palette)]),
  ];
  // A tool that does what a button does would be listed twice.
  const known = new Set(commands.map(({ label }) => label));
  const tools = toolCommands(console).filter(({ label }) => !known.has(label));
  return [...commands, ...inGroup('tools', tools)];
}

function themeCommands({ theme }: Console): readonly Command[] {
  return (['system', 'light', 'dark'] as const).map((name) => ({
    id: `theme-${name}`,
    label: `${sentenceCase(name)} theme`,
    synonyms: 'mode colours appearance night day change console page',
    word: name === 'dark' ? ['night', 'change theme'] : undefined,
    cannotRun: unless(theme.name !== name, 'Already in use'),
    run: () => theme.choose(name),
  }));
}
