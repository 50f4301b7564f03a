import type { Terminal } from '@xterm/xterm';

/**
 * What the phone prints may draw on the terminal and nothing else. Of the answers that xterm.js gives by
 * itself, which the phone's shell would read as typed, two remain, of digits alone: the position of the
 * cursor (CSI 6 n) and the kind of terminal (CSI c), which programs need to draw.
 */
export function guardTerminal(terminal: Terminal): void {
  const { parser } = terminal;
  for (const id of ignoredOscs) parser.registerOscHandler(id, ignore);
  for (const id of ignoredCsis) parser.registerCsiHandler(id, ignore);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, ignore);
  parser.registerCsiHandler({ final: 'n' }, ([report]) => report !== 6);
  // xterm.js repeats these as often as they say: two thousand million times stop the page.
  for (const final of repeatedCsis)
    parser.registerCsiHandler({ final }, ([count]) => {
      return Number(count) > Math.max(terminal.rows, terminal.cols);
    });
}

/** Titles (0, 1, 2), colors of the palette, links (8), colors of the terminal, the clipboard (52). */
const ignoredOscs = [0, 1, 2, 4, 8, 10, 11, 12, 52, 104, 110, 111, 112];

/** Further kinds of terminal, states, modes, and everything about the window. */
const ignoredCsis = [
  { prefix: '>', final: 'c' },
  { prefix: '?', final: 'n' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
  { final: 't' },
];

/** Tabs forward and back, lines inserted and deleted, scrolling up and down, the last character again. */
const repeatedCsis = ['I', 'Z', 'L', 'M', 'S', 'T', 'b'];

/** Says that the sequence has been handled. */
const ignore = (): boolean => true;
