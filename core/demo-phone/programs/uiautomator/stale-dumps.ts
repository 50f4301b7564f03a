import type { Rect } from '../../../geometry.ts';
import type { FileSystem } from '../../files.ts';
import { emptyLayoutNode } from '../../layout-node.ts';
import type { AndroidVersion } from '../../options.ts';
import type { DumpNode } from '../../world.ts';
import { encodeUtf8 } from '../../bytes.ts';
import { dumpXml } from './hierarchy-xml.ts';

/** Paths where tools write dumps, from their sources. */
const commonDumpPaths = ['/sdcard', '/data/local/tmp'].flatMap((directory) =>
  ['window_dump', 'ui', 'dump', 'uidump', 'ui_dump', 'view', 'x', 'hierarchy'].map(
    (name) => `${directory}/${name}.xml`,
  ),
);

/** Writes dumps of an earlier screen to the common paths, for the fault `stale-dump`. */
export function writeStaleDumps(files: FileSystem, android: AndroidVersion): void {
  const bytes = encodeUtf8(dumpXml(oldScreen, 0, android));
  const yesterdayS = Math.floor(Date.now() / 1000) - 86_400;
  for (const path of commonDumpPaths) files.write(path, bytes, { modifiedS: yesterdayS });
}

const emptyScreen = emptyLayoutNode('com.example.yesterday', {
  left: 0,
  top: 0,
  right: 1080,
  bottom: 2400,
});

const oldScreen: DumpNode = {
  ...emptyScreen,
  children: [
    textNode('This screen was left yesterday', { left: 64, top: 400, right: 1016, bottom: 480 }),
    {
      ...textNode('Pay now', { left: 64, top: 1200, right: 1016, bottom: 1340 }),
      className: 'android.widget.Button',
      resourceId: 'com.example.yesterday:id/pay',
      clickable: true,
      focusable: true,
    },
  ],
};

function textNode(text: string, bounds: Rect): DumpNode {
  return { ...emptyScreen, className: 'android.widget.TextView', text, bounds };
}
