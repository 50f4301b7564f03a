import { plainText } from '#app/ui/plain-text.ts';
import type { ScriptRequest } from '#core/link/call.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import type { RecordedStep } from '../calls/step.ts';
import { toStep } from './recorded-steps.ts';
import { fillVariables, maskSteps, noVariables } from './masked-texts.ts';
import { startStepOf } from './run-steps.ts';

/** The formats in which steps can be exported, with the ends of their files' names. */
export const stepFormats = {
  maestro: { extension: 'yaml', mimeType: 'application/yaml' },
  appium: { extension: 'py', mimeType: 'text/x-python' },
  json: { extension: 'steps.json', mimeType: 'application/json' },
} as const;
export type StepFormat = keyof typeof stepFormats;

/** The file to make. Typed passwords and clipboard texts are masked in it. */
export interface StepFileRequest {
  readonly format: StepFormat;
  readonly fileName: string;
  readonly madeAtEpochMs: number;
  readonly steps: readonly RecordedStep[];
  /** Secrets of all calls. */
  readonly secrets: readonly string[];
  readonly tools: readonly ToolInfo[];
  /** `Pixel 8 · Android 14`; null when no phone was connected. */
  readonly phone: string | null;
  /** Writes calls as a script for another program. */
  makeScript(request: ScriptRequest): Promise<string>;
}

/** The text of the file, and the variables that it asks for. Rejects as `makeScript` does. */
export async function makeStepFile(
  request: StepFileRequest,
): Promise<{ readonly text: string; readonly variables: readonly string[] }> {
  const { format } = request;
  const steps = maskSteps(request.steps, request);
  const named = noVariables(steps);
  const filled = steps.map((step, index) => {
    const original = request.steps[index]?.arguments ?? {};
    return {
      ...step,
      ...toStep({ ...step, arguments: fillVariables(step.arguments, original, named) }),
    };
  });
  const variables = named.texts.map(({ name }) => name);
  switch (format) {
    case 'maestro':
    case 'appium': {
      const script = scriptRequest(format, filled, { ...request, variables });
      return { text: await request.makeScript(script), variables };
    }
    // As a step of its own: a file that begins with it is given no other.
    case 'json': {
      const start = startStepOf(steps);
      const lines = [...(start ? [start] : []), ...steps.map(toStep)].map(
        (step) => `  ${JSON.stringify(step)}`,
      );
      return { text: `[\n${lines.join(',\n')}\n]\n`, variables: [] };
    }
  }
}

/** Whether the app is known; else a flow for Maestro asks for it. */
export function namesApp(steps: readonly RecordedStep[]): boolean {
  return steps.some(
    ({ arguments: args, touchedAt }) =>
      typeof args['package_id'] === 'string' || touchedAt?.packageName !== undefined,
  );
}

function scriptRequest(
  format: 'maestro' | 'appium',
  steps: readonly RecordedStep[],
  { fileName, madeAtEpochMs, phone, variables }: StepFileRequest & Pick<ScriptRequest, 'variables'>,
): ScriptRequest {
  const commands = {
    maestro: () => {
      const asked = [...(namesApp(steps) ? [] : ['APP_ID']), ...variables];
      return [
        `maestro test ${asked.map((name) => `-e ${name}=… `).join('')}${plainText(fileName)}`,
      ];
    },
    appium: () => [
      'pip install Appium-Python-Client; appium driver install uiautomator2; appium',
      `${variables.map((name) => `${name}=… `).join('')}python ${plainText(fileName)}`,
    ],
  };
  const made = `Made by Handset, ${new Date(madeAtEpochMs).toISOString()}`;
  const comments = [
    `${made}${phone === null ? '.' : `, from steps on ${plainText(phone)}.`}`,
    ...commands[format](),
  ];
  const calls = steps.map(({ tool, arguments: args, touchedAt }) => ({
    tool,
    argumentsJson: JSON.stringify(args),
    at: touchedAt,
  }));
  return { format, steps: calls, comments, variables };
}
