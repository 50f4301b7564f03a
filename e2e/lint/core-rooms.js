/** Which room of the core's model stands on which, and what pages see of core (core/README.md). */

/** The rooms, the lowest first, and those that each may import; geometry and errors are free to all. */
const rooms = {
  gestures: [],
  acting: [],
  screen: [],
  text: ['screen'],
  selector: ['screen'],
  annotate: ['screen'],
  format: ['screen', 'selector'],
};

/** What stands above all of them. */
const above = ['phone', 'tools', 'mcp', 'commands', 'link', 'relay', 'clients'];

/** Each room with what it may not import, and the words that say so. */
export const roomsOfModel = Object.entries(rooms).map(([name, below]) => ({
  name,
  forbidden: [...Object.keys(rooms), ...above].filter(
    (other) => other !== name && !below.some((room) => room === other),
  ),
  message: `Inside core, downwards only: ${name} stands on ${[...below, 'geometry', 'errors'].join(', ')}.`,
}));

/** What a page may know of core; its tests may know all. */
export const pageCore = {
  regex:
    '^(?:\\.\\./)+core/(?!demo-phone/|(?:link|clients)/|(?:base64|errors|geometry|slow-pattern|text-pattern|unseen|version)\\.ts$|mcp/(?:agent|port-closing)\\.ts$|relay/frames\\.ts$)',
  message:
    'A page knows core/link, core/errors.ts, core/geometry.ts and how agents are set up: what it shows of a phone comes flattened from the worker.',
};
