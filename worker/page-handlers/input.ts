/** Handlers of the page's calls that carry the user's input. */
import type { CallHandlers } from '#core/link/link.ts';
import type { InputRecorder } from '../live/input-recorder.ts';
import type { UserInputSender } from '../live/user-input.ts';
import { action } from './shared.ts';

interface InputParts {
  readonly userInput: UserInputSender;
  readonly inputRecorder: InputRecorder;
}

export function inputHandlers({ userInput, inputRecorder }: InputParts) {
  return {
    sendInput: action((input) => userInput.send(input)),
    recordInput: action(({ on }) => inputRecorder.setOn(on ?? inputRecorder.isOn)),
    listGoneTexts: (_, signal) => inputRecorder.goneTexts(signal),
    copySelection: async ({ mode }) => ({ text: await userInput.copySelection(mode) }),
  } satisfies Partial<CallHandlers>;
}
