import { z } from 'zod';
import { HandsetError, toHandsetError } from '../../errors.ts';
import type { Phone } from '../../phone.ts';
import { defineTool, observe } from './tool.ts';

/** What `action` gives; its error says `name` first and keeps its code and hint. */
export async function nameFailure<Value>(name: string, action: Promise<Value>): Promise<Value> {
  try {
    return await action;
  } catch (thrown) {
    const { code, message, hint } = toHandsetError(thrown);
    const options = hint === undefined ? { cause: thrown } : { hint, cause: thrown };
    throw new HandsetError(code, `${name}: ${message}`, options);
  }
}

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
