/** The command line is wrong; the message says how. Programs end with exit code 2. */
export class UsageError extends Error {}
