import type { ITheme, Terminal } from '@xterm/xterm';

/**
 * Opens the terminal in the element. xterm.js writes its styles as style elements and style attributes, which
 * the Content Security Policy of the page does not let in; here they become style sheets and properties
 * that the script sets, which it does. Returns a function that takes the sheets away.
 */
export function openStyled(terminal: Terminal, element: HTMLElement): () => void {
  setStyleAttributesByScript();
  const sheets: CSSStyleSheet[] = [];
  const creator: ElementCreator = document;
  const { createElement } = creator;
  creator.createElement = (name) => {
    if (name !== 'style') return createElement.call(document, name);
    const sheet = new CSSStyleSheet();
    sheets.push(sheet);
    return Object.defineProperty(createElement.call(document, 'template'), 'textContent', {
      set: (css: string) => {
        sheet.replaceSync(css);
      },
    });
  };
  try {
    terminal.open(element);
  } finally {
    creator.createElement = createElement;
  }
  document.adoptedStyleSheets.push(...sheets);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (sheet) => !sheets.includes(sheet),
    );
  };
}

/** The part of a document that makes elements. */
interface ElementCreator {
  createElement(name: string): HTMLElement;
}

/** xterm.js sets the attribute on its spans, one for each piece of text in a color of 24 bits. */
function setStyleAttributesByScript(): void {
  const { prototype } = HTMLSpanElement;
  if (Object.hasOwn(prototype, 'setAttribute')) return;
  prototype.setAttribute = function (this: HTMLSpanElement, name: string, value: string): void {
    if (name === 'style') this.style.cssText = value;
    else Element.prototype.setAttribute.call(this, name, value);
  };
}

/** The 16 colors of ANSI on the console's light and dark background. */
const ansiColors = {
  light: {
    black: '#13161b',
    red: '#bd2733',
    green: '#157347',
    yellow: '#8f5a00',
    blue: '#2a5ae0',
    magenta: '#8a35ab',
    cyan: '#0b6b80',
    white: '#586070',
    brightBlack: '#6b7280',
    brightRed: '#a81e2a',
    brightGreen: '#0f6139',
    brightYellow: '#7a4c00',
    brightBlue: '#2049c4',
    brightMagenta: '#772c95',
    brightCyan: '#095c6e',
    brightWhite: '#3d4451',
    selectionBackground: '#c3d3fb',
  },
  dark: {
    black: '#6f7888',
    red: '#ff8f93',
    green: '#5bd197',
    yellow: '#efb550',
    blue: '#8dabff',
    magenta: '#d9a0f5',
    cyan: '#5fd0e6',
    white: '#c9cfd9',
    brightBlack: '#9ba4b3',
    brightRed: '#ffb0b3',
    brightGreen: '#86e3b3',
    brightYellow: '#f7cd84',
    brightBlue: '#b3c7ff',
    brightMagenta: '#e8c2fb',
    brightCyan: '#95e3f2',
    brightWhite: '#ffffff',
    selectionBackground: '#35507f',
  },
} as const satisfies Record<string, ITheme>;

/** The colors of the element's theme. */
export function themeOf(element: HTMLElement): ITheme {
  const { color, backgroundColor, accentColor } = getComputedStyle(element);
  const isDark = brightnessOf(color) > brightnessOf(backgroundColor);
  return {
    ...ansiColors[isDark ? 'dark' : 'light'],
    foreground: color,
    background: backgroundColor,
    cursor: accentColor,
    cursorAccent: backgroundColor,
  };
}

function brightnessOf(color: string): number {
  return (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
}
