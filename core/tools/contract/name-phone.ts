import { cell } from '../../format/cell.ts';
import type { ListedPhone } from './tool.ts';

/** A phone within a sentence: `Pixel 8 (serial A1, console 2)`. */
export function namePhone({ model, serial, console }: ListedPhone): string {
  const at = console === '' ? '' : `, ${console}`;
  return `${cell(model)} (serial ${cell(serial)}${at})`;
}
