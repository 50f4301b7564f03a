/**
 * The name of a resource id: what follows `:id/`, and all of it where there is no such thing, as
 * in web pages and Compose (`com.example:id/submit` and `submit` are both `submit`).
 */
export function idName(resourceId: string): string {
  const start = resourceId.indexOf(':id/');
  return start === -1 ? resourceId : resourceId.slice(start + ':id/'.length);
}
