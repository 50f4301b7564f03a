/** Which room of the bridge stands on which: imports go downwards only (app/bridge/README.md). */

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

/** What any room may import besides those: what all of them share, and what lies outside the bridge. */
const besides = ['(?:limits|stop)\\.ts$', '\\.\\./'];

/** The files of each room, and the fence around them. */
export const roomsOfBridge = Object.entries(rooms).map(([name, below]) => ({
  files: [`app/bridge/${name}/**/*.ts`],
  fence: {
    regex: `^\\.\\./(?!${[...below.map((room) => `${room}/`), ...besides].join('|')})`,
    message: `Inside the bridge, downwards only: ${name} stands on ${below.join(', ') || 'no other room'}.`,
  },
}));
