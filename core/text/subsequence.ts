/** Whether `part` is `whole` with units left out, none at least, all at most. */
export function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (let i = 0; i < whole.length && at < part.length; i++) {
    if (whole.charCodeAt(i) === part.charCodeAt(at)) at++;
  }
  return at === part.length;
}
