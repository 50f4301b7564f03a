import { z } from 'zod';

const savedStateSchema = z.object({
  world: z.object({
    switches: z.map(z.string(), z.boolean()),
    grounded: z.set(z.string()),
    levels: z.map(z.string(), z.number()),
    choices: z.map(z.string(), z.string()),
    /** By package. */
    apps: z.map(z.string(), z.unknown()),
  }),
  settings: z.array(z.tuple([z.enum(['system', 'secure', 'global']), z.string(), z.string()])),
  files: z.array(
    z.object({ path: z.string(), bytes: z.instanceof(Uint8Array), modifiedS: z.number() }),
  ),
});

/** What a person changed on a phone and finds again on a later one: settings, notes, files. Survives structured clone. */
export type SavedState = z.infer<typeof savedStateSchema>;

/** What was changed in the Settings app, and what apps keep. */
export type SavedWorld = SavedState['world'];

/** Parses a stored state; null for one that is none. */
export function parseSavedState(value: unknown): SavedState | null {
  return savedStateSchema.safeParse(value).data ?? null;
}
