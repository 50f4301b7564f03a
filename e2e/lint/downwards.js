/** Fences between rooms that stand on each other: imports go downwards only. */

/**
 * For each room the pattern of what it may not import from its neighbours, and what it stands on in
 * words. `rooms` names those that each may import, the lowest first; `besides` are patterns of what
 * any of them may, what lies outside their folder aside.
 */
export function downwards(rooms, besides = []) {
  return Object.entries(rooms).map(([name, below]) => ({
    name,
    regex: `^\\.\\./(?!${[...below.map((room) => `${room}/`), ...besides, '\\.\\./'].join('|')})`,
    ground: `${name} stands on ${below.join(', ') || 'no other room'}.`,
  }));
}
