import { HandsetError, toHandsetError } from '../../errors.ts';

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
