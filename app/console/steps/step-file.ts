import { plainText } from '#app/ui/plain-text.ts';
import type { Step } from '#core/call.ts';
import type { ScriptRequest, StepScript } from '#core/link/call.ts';
import { fillMembers, noVariables } from './masked-texts.ts';
import { startOf } from '#core/export/start.ts';

/** The formats in which steps can be exported. */
export const stepFormats = {
  maestro: { extension: 'yaml', mimeType: 'application/yaml' },
  appium: { extension: 'py', mimeType: 'text/x-python' },
  json: { extension: 'steps.json', mimeType: 'application/json' },
} as const;
export type StepFormat = keyof typeof stepFormats;

export interface StepFileRequest {
  readonly format: StepFormat;
  readonly fileName: string;
  readonly madeAtEpochMs: number;
  readonly steps: readonly Step[];
  /** `Pixel 8 · Android 14`; null when no phone was connected. */
  readonly phone: string | null;
  /** Writes calls as a script for another program. */
  makeScript(request: ScriptRequest): Promise<StepScript>;
}

/** The text of the file, and the variables that the user sets to run it. Rejects as `makeScript` does. */
export async function makeStepFile(
  request: StepFileRequest,
): Promise<StepScript & { readonly variables: readonly string[] }> {
  const { format, steps } = request;
  const variables = noVariables(steps);
  switch (format) {
    case 'maestro':
    case 'appium': {
      const filled = steps.map((step) => {
        return { ...step, arguments: fillMembers(step.arguments, variables) };
      });
      const script = scriptRequest(format, filled, { ...request, variables: variables.names });
      return { ...(await request.makeScript(script)), variables: variables.names };
    }
    // The start step becomes the first step of the file, unless the steps already begin with one.
    case 'json': {
      const start = startOf(steps);
      const lines = (start ? [start, ...steps] : steps).map(
        ({ tool, arguments: args }) => `  ${JSON.stringify({ tool, arguments: args })}`,
      );
      return { text: `[\n${lines.join(',\n')}\n]\n`, lostCount: 0, variables: [] };
    }
  }
}

/** Whether a step names the app; if none does, a Maestro flow asks for it. */
export function namesApp(steps: readonly Step[]): boolean {
  return steps.some(
    ({ arguments: args, touchedAt }) =>
      typeof args['package_id'] === 'string' || touchedAt?.packageName !== undefined,
  );
}

function scriptRequest(
  format: 'maestro' | 'appium',
  steps: readonly Step[],
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
      'pip install Appium-Python-Client pytest; appium driver install uiautomator2; appium',
      `${variables.map((name) => `${name}=… `).join('')}pytest ${plainText(fileName)}`,
    ],
  };
  const made = `Made by Handset, ${new Date(madeAtEpochMs).toISOString()}`;
  const comments = [
    `${made}${phone === null ? '.' : `, from steps on ${plainText(phone)}.`}`,
    ...commands[format](),
  ];
  const calls = steps.map(({ tool, arguments: args, touchedAt }) => {
    return { tool, arguments: args, touchedAt };
  });
  return { format, steps: calls, comments, variables };
}
