/** Which room of the bridge stands on which: imports go downwards only (app/bridge/README.md). */
import { downwards } from './downwards.js';

/** The rooms, the lowest first. */
const rooms = {
  guard: [],
  http: [],
  consoles: ['guard'],
  agents: ['http', 'consoles'],
  server: ['guard', 'http', 'consoles', 'agents'],
  sharing: ['guard', 'http', 'server'],
  stdio: ['http', 'sharing'],
  start: ['guard', 'http', 'server', 'sharing', 'stdio'],
};

/** The files of each room, and the fence around them; all may import limits and stop. */
export const roomsOfBridge = downwards(rooms, ['(?:limits|stop)\\.ts$']).map(
  ({ name, regex, ground }) => ({
    files: [`app/bridge/${name}/**/*.ts`],
    fence: { regex, message: `Inside the bridge, downwards only: ${ground}` },
  }),
);
