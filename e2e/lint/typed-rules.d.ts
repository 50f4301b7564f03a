/** Names as in ESLint, with a level, or a level and options. */
export const typedRules: Readonly<Record<string, unknown>>;
