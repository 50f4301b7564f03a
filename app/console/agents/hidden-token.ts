/** Shown in place of the token, whatever its length. */
export const maskedToken = '•'.repeat(16);

/** The text with every occurrence of the token masked, against people looking over the shoulder. */
export function maskToken(text: string, token: string): string {
  return text.replaceAll(token, maskedToken);
}
