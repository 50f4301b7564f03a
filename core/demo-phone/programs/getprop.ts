import type { Program } from './program.ts';

/** `getprop [NAME [DEFAULT]]` and `setprop`, which an unrooted phone refuses for everything that matters. */
export const getprop: Program = {
  names: ['getprop'],
  run: async ({ argv: [, name, fallback = ''], system, out }) => {
    if (name !== undefined) {
      await out(`${system.properties.get(name) ?? fallback}\n`);
      return 0;
    }
    const lines = [...system.properties].map(([key, value]) => `[${key}]: [${value}]\n`);
    await out(lines.join(''));
    return 0;
  },
};

export const setprop: Program = {
  names: ['setprop'],
  run: async ({ argv: [, name = '', value = ''], err }) => {
    // toybox setprop; the shell user may set almost nothing (property_contexts).
    await err(`setprop: failed to set property '${name}' to '${value}'\n`);
    return 1;
  },
};
