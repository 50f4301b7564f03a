/** What the tools share, and which of its rooms stands on which (core/README.md). */
import { downwards } from './downwards.js';

/** The rooms, the lowest first. The tools themselves are the files beside them and may import any. */
const rooms = {
  parameters: [],
  contract: ['parameters'],
  waiting: ['parameters'],
  reading: ['contract'],
  finding: ['parameters'],
  touching: ['parameters', 'contract', 'reading', 'finding'],
  fields: ['parameters', 'contract', 'waiting', 'reading', 'finding', 'touching'],
  scrolling: ['parameters', 'contract', 'reading', 'finding'],
  aiming: ['parameters', 'contract', 'finding', 'touching', 'scrolling'],
};

/** The files of each room, and the fence around them; what lies outside the tools has fences of its own. */
export const roomsOfTools = downwards(rooms).map(({ name, regex, ground }) => ({
  files: `tools/${name}/**/*.ts`,
  fence: {
    regex,
    message: `What tools share knows no tool, and its rooms import downwards only: ${ground}`,
  },
}));
