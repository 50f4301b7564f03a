/** A part of a label: typed, or what stands between. */
export interface Letters {
  readonly text: string;
  readonly isTyped: boolean;
}

/** The label in parts, those at these indices apart from the others. */
export function lettersOf(label: string, at: readonly number[]): readonly Letters[] {
  const parts: { text: string; isTyped: boolean }[] = [];
  for (let index = 0; index < label.length; index++) {
    const isTyped = at.includes(index);
    const last = parts.at(-1);
    if (last?.isTyped === isTyped) last.text += label.charAt(index);
    else parts.push({ text: label.charAt(index), isTyped });
  }
  return parts;
}
