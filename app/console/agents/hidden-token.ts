/** Stands for the token, whatever its length. */
export const dots = '•'.repeat(16);

/** The text with dots in place of the token, for eyes that look over the shoulder. */
export function withHiddenToken(text: string, token: string): string {
  return text.replaceAll(token, dots);
}
