import { hostedContentPolicy } from '#core/content-policy.ts';

/** Adds to a file's headers those that its host did not send. */
export type AddHeaders = (path: string, headers: Headers) => void;

const policyName = 'content-security-policy';
/** Marks the policy as ours, so that a copy kept by a later build gets that build's. */
const mark = 'x-handset-added';

/**
 * The headers of the bridge that other hosts do not send, and that a page cannot set for itself: who may
 * frame it, and the policy of worker scripts, which obey that of their own response. `ancestors` are
 * origins that may frame it beside its own, separated by spaces.
 */
export function headerAdder(ancestors: string): AddHeaders {
  const page = {
    [policyName]: ["frame-ancestors 'self'", ancestors].join(' ').trim(),
    'permissions-policy': 'usb=(self), camera=(), microphone=(), geolocation=()',
    'x-content-type-options': 'nosniff',
  };
  const script = {
    [policyName]: hostedContentPolicy.join('; '),
    'x-content-type-options': 'nosniff',
  };
  return (path, headers) => {
    const added: Record<string, string> = path.endsWith('.html')
      ? page
      : path.endsWith('.js')
        ? script
        : {};
    // A host that sends a policy of its own knows better.
    const isOurs = headers.has(mark) || !headers.has(policyName);
    for (const [name, value] of Object.entries(added)) {
      if (!headers.has(name) || (isOurs && name === policyName)) headers.set(name, value);
    }
    if (isOurs) headers.set(mark, policyName);
  };
}
