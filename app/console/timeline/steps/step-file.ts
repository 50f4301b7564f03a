import { toolTitle } from '#app/ui/call-strings.ts';
import { plainText } from '#app/ui/plain-text.ts';
import type { MaestroRequest } from '#core/link/call.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import { maskedTexts, toStep, type RecordedStep } from '../recorded-steps.ts';
import { fillVariables, maskSteps, type NamedTexts } from './masked-texts.ts';
import { makeProgram } from './program.ts';

/** The formats in which steps can be exported, with the ends of their files' names. */
export const stepFormats = {
  program: { extension: '.mjs', mimeType: 'text/javascript' },
  maestro: { extension: '.yaml', mimeType: 'application/yaml' },
  json: { extension: '.steps.json', mimeType: 'application/json' },
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
  /** MCP address of the bridge. */
  readonly mcpUrl: string;
  /** Writes calls as a flow for Maestro. */
  makeFlow(request: MaestroRequest): Promise<string>;
}

/** The text of the file, and the variables that it asks for. Rejects as `makeFlow` does. */
export async function makeStepFile(
  request: StepFileRequest,
): Promise<{ readonly text: string; readonly variables: readonly string[] }> {
  const { format, tools } = request;
  const steps = maskSteps(request.steps, request);
  const variables = steps
    .flatMap((step) => maskedTexts(step))
    .map((_, index) => `HANDSET_TEXT_${index + 1}`);
  switch (format) {
    case 'program': {
      const titled = steps.map((step) => ({ ...step, title: toolTitle(tools, step.tool) }));
      return { text: makeProgram(titled, request), variables };
    }
    case 'maestro':
      return { text: await request.makeFlow(flowRequest(steps, request)), variables };
    case 'json': {
      const lines = steps.map((step) => `  ${JSON.stringify(toStep(step))}`);
      return { text: `[\n${lines.join(',\n')}\n]\n`, variables: [] };
    }
  }
}

function flowRequest(
  steps: readonly RecordedStep[],
  { fileName, madeAtEpochMs, phone }: StepFileRequest,
): MaestroRequest {
  const named: NamedTexts = [];
  const calls = steps.map(({ tool, arguments: args, touchedAt }) => ({
    tool,
    argumentsJson: JSON.stringify(fillVariables(args, named)),
    at: touchedAt,
  }));
  const variables = named.map(({ name }) => name);
  const opensApp = calls.some(({ tool }) => tool === 'open_app');
  const asked = [...(opensApp ? [] : ['APP_ID']), ...variables].map((name) => `-e ${name}=… `);
  const made = `Made by Handset, ${new Date(madeAtEpochMs).toISOString()}`;
  const comments = [
    `${made}${phone === null ? '.' : `, from steps on ${plainText(phone)}.`}`,
    `maestro test ${asked.join('')}${plainText(fileName)}`,
  ];
  return { steps: calls, comments, variables };
}
