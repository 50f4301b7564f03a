import type { Rect } from '../../../geometry.ts';
import type { FileSystem } from '../../files.ts';
import { layoutNode } from '../../layout-node.ts';
import type { AndroidVersion } from '../../options.ts';
import type { DumpNode } from '../../world.ts';
import { encode } from '../../bytes.ts';
import { dumpXml } from './hierarchy-xml.ts';

/** Paths where tools write dumps, from their sources. */
const usualPlaces = ['/sdcard', '/data/local/tmp'].flatMap((directory) =>
  ['window_dump', 'ui', 'dump', 'uidump', 'ui_dump', 'view', 'x', 'hierarchy'].map(
    (name) => `${directory}/${name}.xml`,
  ),
);

/** Writes dumps of an earlier screen to the common paths, for the fault `stale-dump`. */
export function leaveStaleDumps(files: FileSystem, android: AndroidVersion): void {
  const bytes = encode(dumpXml(oldScreen, 0, android));
  const yesterdayS = Math.floor(Date.now() / 1000) - 86_400;
  for (const path of usualPlaces) files.write(path, bytes, { modifiedS: yesterdayS });
}

const plain = layoutNode('com.example.yesterday', {
  left: 0,
  top: 0,
  right: 1080,
  bottom: 2400,
});

const oldScreen: DumpNode = {
  ...plain,
  children: [
    label('This screen was left yesterday', { left: 64, top: 400, right: 1016, bottom: 480 }),
    {
      ...label('Pay now', { left: 64, top: 1200, right: 1016, bottom: 1340 }),
      className: 'android.widget.Button',
      resourceId: 'com.example.yesterday:id/pay',
      clickable: true,
      focusable: true,
    },
  ],
};

function label(text: string, bounds: Rect): DumpNode {
  return { ...plain, className: 'android.widget.TextView', text, bounds };
}
