/** Shown in place of the token, whatever its length. */
export const dots = '•'.repeat(16);

/** The text with every occurrence of the token masked, against people looking over the shoulder. */
export function withHiddenToken(text: string, token: string): string {
  return text.replaceAll(token, dots);
}
