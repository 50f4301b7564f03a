/**
 * A dump of a long list: rows of a layout, an icon, a title and a switch, as settings screens have
 * them; `first` rows are scrolled away above it.
 */
export function bigDump(elements: number, first = 0): string {
  const perRow = 4;
  const rows = Array.from({ length: Math.floor((elements - 1) / perRow) }, (_, index) =>
    row(index, first),
  );
  const list = node(
    { class: 'android.widget.ListView', index: 0, scrollable: true },
    rows.join(''),
  );
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${list}</hierarchy>`;
}

interface NodeSource {
  readonly class: string;
  readonly index: number;
  readonly text?: string;
  readonly id?: string;
  readonly top?: number;
  readonly clickable?: boolean;
  readonly scrollable?: boolean;
}

function row(index: number, first: number): string {
  const top = index * 150;
  const children = [
    node({ class: 'android.widget.ImageView', index: 0, top, id: 'icon' }),
    node({
      class: 'android.widget.TextView',
      index: 1,
      top,
      id: 'title',
      text: `Setting ${first + index}`,
    }),
    node({ class: 'android.widget.Switch', index: 2, top, id: 'switch', clickable: true }),
  ];
  return node(
    { class: 'android.widget.LinearLayout', index, top, clickable: true },
    children.join(''),
  );
}

function node(source: NodeSource, children = ''): string {
  const { index, text = '', id, top = 0, clickable = false, scrollable = false } = source;
  const resourceId = id === undefined ? '' : `com.example:id/${id}`;
  return (
    `<node index="${index}" text="${text}" resource-id="${resourceId}" class="${source.class}" ` +
    `package="com.example" content-desc="" checkable="false" checked="false" clickable="${clickable}" ` +
    `enabled="true" focusable="${clickable}" focused="false" scrollable="${scrollable}" ` +
    `long-clickable="false" password="false" selected="false" ` +
    `bounds="[0,${top}][1080,${top + 150}]">${children}</node>`
  );
}
