import { z } from 'zod';
import type { Phone } from '../../phone.ts';
import { nameFailure } from './name-failure.ts';
import { defineTool, observe } from './tool.ts';

interface SystemAction {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the reply calls it. */
  readonly label: string;
  act(phone: Phone, signal: AbortSignal): Promise<void>;
}

/** A tool that takes nothing and does one thing of the system's. */
export function systemAction({ name, title, description, label, act }: SystemAction) {
  return defineTool({
    name,
    title,
    description,
    input: z.strictObject({ ...observe }),
    effect: 'act',
    async run(phone, _input, reply, signal) {
      await nameFailure(`${label} failed`, act(phone, signal));
      reply.text(`${label} executed successfully`);
    },
  });
}
