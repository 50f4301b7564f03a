/** The forms in which an element can be copied. */
import type { ElementFacts } from '#core/link/inspection.ts';
import { copyStrings } from './strings.ts';

/** A form of an element: what agents name it by, or a locator of a test framework. */
type CopyForm = 'selector' | 'id' | keyof ElementFacts['locators'];

/** An element as text to copy. */
export interface CopyText {
  readonly form: CopyForm;
  readonly name: string;
  /** Null while it is unknown, and if the element has none. */
  readonly text: string | null;
}

/** All forms of the element. `selector` is its best selector, if it has one; null facts are unknown. */
export function copyTexts(
  id: string,
  selector: string | undefined,
  facts: ElementFacts | null,
): readonly CopyText[] {
  const textOf = (form: CopyForm): string | null => {
    if (form === 'selector') return selector ?? null;
    return form === 'id' ? id : (facts?.locators[form] ?? null);
  };
  const forms = ['selector', 'id', 'appium', 'uiAutomator', 'maestro'] as const;
  return forms.map((form) => ({ form, name: copyStrings.forms[form], text: textOf(form) }));
}
