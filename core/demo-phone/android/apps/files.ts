import { mdiFileDocumentOutline, mdiFolder, mdiImageOutline, mdiMusicNote } from '@mdi/js';
import type { Ui } from '../ui/theme.ts';
import { listPage, listRow } from '../ui/widgets.ts';
import { type Activity, type App, type Host, nothingMore, oneScreenApp } from './app.ts';

const files = [
  { title: 'Documents', text: '14 items', path: mdiFolder, fill: '#d29a2e' },
  { title: 'Downloads', text: '6 items', path: mdiFolder, fill: '#d29a2e' },
  { title: 'Pictures', text: '218 items', path: mdiFolder, fill: '#d29a2e' },
  { title: 'Boarding pass.pdf', text: '182 kB', path: mdiFileDocumentOutline, fill: '#c0504a' },
  { title: 'Lease 2026.pdf', text: '1.2 MB', path: mdiFileDocumentOutline, fill: '#c0504a' },
  { title: 'Lake at dusk.png', text: '3.4 MB', path: mdiImageOutline, fill: '#7a4fb0' },
  { title: 'Paper boat.ogg', text: '2.1 MB', path: mdiMusicNote, fill: '#3e7f97' },
] as const;
const filesPackage = 'com.android.documentsui';

/** A list of files. */
export const filesApp: App = oneScreenApp({
  packageName: filesPackage,
  className: `${filesPackage}.files.FilesActivity`,
  label: 'Files',
  versionName: '14',
  icon: { path: mdiFolder, color: '#ffffff', from: '#6fd0c6', to: '#1f8f8a' },
  create: (host: Host): Activity => ({
    render: (ui: Ui) =>
      listPage(
        ui,
        { title: 'Files', packageName: filesPackage },
        files.map((file, index) =>
          listRow(ui, {
            packageName: filesPackage,
            title: file.title,
            text: file.text,
            disc: { path: file.path, fill: file.fill },
            first: index === 0,
            last: index === files.length - 1,
            onTap: nothingMore(host),
          }),
        ),
      ),
  }),
});
