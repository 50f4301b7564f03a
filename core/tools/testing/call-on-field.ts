import type { Tool } from '../shared/tool.ts';
import { type CallResult, callTool } from './call-tool.ts';
import type { FormModel } from './form-model.ts';
import { ModelPhone } from './model-phone.ts';

export interface FieldArguments {
  readonly text?: string;
  readonly element_id?: string | null;
}

/** Calls a text tool for the form's field, unless another `element_id` or null is given. */
export async function callOnField(
  tool: Tool,
  model: FormModel,
  args: FieldArguments = {},
): Promise<CallResult & { readonly phone: ModelPhone }> {
  const phone = new ModelPhone(model);
  const { element_id: id = phone.elementNamed('field').id, ...others } = args;
  const result = await callTool(tool, phone, {
    ...others,
    ...(id !== null && { element_id: id }),
  });
  return { ...result, phone };
}

/** A text transform that drops every third character in its first call, as when keys come too fast. */
export function dropsAtFirst(): (text: string) => string {
  let calls = 0;
  return (text) => (calls++ === 0 ? [...text].filter((_, i) => i % 3 !== 2).join('') : text);
}
