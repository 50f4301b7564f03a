/** Handlers of the page's calls that carry the user's input. */
import type { CallHandlers } from '#core/link/link.ts';
import type { StepRecorder } from '../steps/step-recorder.ts';
import type { PhoneSession } from '../session/session.ts';
import type { UserInputSender } from '../input/user-input.ts';
import { action } from './shared.ts';

interface InputParts {
  readonly session: PhoneSession;
  readonly userInput: UserInputSender;
  readonly stepRecorder: StepRecorder;
}

export function inputHandlers({ session, userInput, stepRecorder }: InputParts) {
  return {
    sendInput: action((input) => userInput.send(input)),
    recordInput: action(({ on, usedApps = [] }) =>
      stepRecorder.setOn(on ?? stepRecorder.isOn, { phone: session.connected, usedApps }),
    ),
    listGoneTexts: (_, signal) => stepRecorder.goneTexts(signal),
    copySelection: async ({ mode }) => ({ text: await userInput.copySelection(mode) }),
  } satisfies Partial<CallHandlers>;
}
