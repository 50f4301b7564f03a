import type { Point } from '../../geometry.ts';
import type { Movement } from '../../screen/diff/movement.ts';
import { nameKind } from './lines.ts';

/** Movements that get a line of their own; more is a new layout. */
const maxMovements = 3;

/** One line a movement: `moved: 14 elements in ListView @list up by 600 px; 3 rows came in, 3 went out`. */
export function sayMovements(movements: readonly Movement[]): string[] {
  const rest = movements.slice(maxMovements);
  const count = rest.reduce((sum, { elements }) => sum + elements.length, 0);
  const more = count === 0 ? [] : [`moved: ${elementsOf(count)} more, differently`];
  return [...movements.slice(0, maxMovements).map(sayMovement), ...more];
}

/** One movement: `moved: 1 element down by 80 px`; `resized: 2 elements` where they are of another size. */
export function sayMovement({ container, distance, elements, cameIn, wentOut }: Movement): string {
  const count = elementsOf(elements.length);
  if (distance === null) return `resized: ${count}`;
  const place = container === null ? '' : ` in ${nameKind(container)}`;
  const edges = [
    cameIn.count > 0 && `${rowsOf(cameIn.count)} came in`,
    wentOut.count > 0 && `${rowsOf(wentOut.count)} went out`,
  ].filter((said) => said !== false);
  const beyond = edges.length === 0 ? '' : `; ${edges.join(', ')}`;
  return `moved: ${count}${place} ${wayOf(distance)}${beyond}`;
}

function wayOf({ x, y }: Point): string {
  const ways = [
    y !== 0 && `${y < 0 ? 'up' : 'down'} by ${Math.abs(y)} px`,
    x !== 0 && `${x < 0 ? 'left' : 'right'} by ${Math.abs(x)} px`,
  ];
  return ways.filter((way) => way !== false).join(' and ');
}

function elementsOf(count: number): string {
  return count === 1 ? '1 element' : `${count} elements`;
}

function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}
