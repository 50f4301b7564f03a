import { mdiFileDocumentOutline, mdiFolder, mdiImageOutline, mdiMusicNote } from '@mdi/js';
import { listPage, listRows } from '../ui/widgets.ts';
import { showNothingMore, oneScreenApp, type App } from './app.ts';

const folderDisc = { path: mdiFolder, fill: '#d29a2e' };
const documentDisc = { path: mdiFileDocumentOutline, fill: '#c0504a' };
const fileRows = [
  { title: 'Documents', text: '14 items', disc: folderDisc },
  { title: 'Downloads', text: '6 items', disc: folderDisc },
  { title: 'Pictures', text: '218 items', disc: folderDisc },
  { title: 'Boarding pass.pdf', text: '182 kB', disc: documentDisc },
  { title: 'Lease 2026.pdf', text: '1.2 MB', disc: documentDisc },
  { title: 'Lake at dusk.png', text: '3.4 MB', disc: { path: mdiImageOutline, fill: '#7a4fb0' } },
  { title: 'Paper boat.ogg', text: '2.1 MB', disc: { path: mdiMusicNote, fill: '#3e7f97' } },
];
const filesPackage = 'com.android.documentsui';

/** The Files app: a list without actions. */
export const filesApp: App = oneScreenApp({
  packageName: filesPackage,
  className: `${filesPackage}.files.FilesActivity`,
  label: 'Files',
  versionName: '14',
  icon: { path: mdiFolder, color: '#ffffff', topColor: '#6fd0c6', bottomColor: '#1f8f8a' },
  createActivity: (host) => ({
    render: (ui) => {
      const rows = fileRows.map((file) => ({ ...file, onTap: showNothingMore(host) }));
      return listPage(
        ui,
        { title: 'Files', packageName: filesPackage },
        listRows(ui, filesPackage, rows),
      );
    },
  }),
});
