import { mdiFileDocumentOutline, mdiFolder, mdiImageOutline, mdiMusicNote } from '@mdi/js';
import { listPage, listRows } from '../ui/widgets.ts';
import { nothingMore, oneScreenApp, type App } from './app.ts';

const folder = { path: mdiFolder, fill: '#d29a2e' };
const document = { path: mdiFileDocumentOutline, fill: '#c0504a' };
const files = [
  { title: 'Documents', text: '14 items', disc: folder },
  { title: 'Downloads', text: '6 items', disc: folder },
  { title: 'Pictures', text: '218 items', disc: folder },
  { title: 'Boarding pass.pdf', text: '182 kB', disc: document },
  { title: 'Lease 2026.pdf', text: '1.2 MB', disc: document },
  { title: 'Lake at dusk.png', text: '3.4 MB', disc: { path: mdiImageOutline, fill: '#7a4fb0' } },
  { title: 'Paper boat.ogg', text: '2.1 MB', disc: { path: mdiMusicNote, fill: '#3e7f97' } },
];
const packageName = 'com.android.documentsui';

/** The Files app: a list without actions. */
export const filesApp: App = oneScreenApp({
  packageName,
  className: `${packageName}.files.FilesActivity`,
  label: 'Files',
  versionName: '14',
  icon: { path: mdiFolder, color: '#ffffff', from: '#6fd0c6', to: '#1f8f8a' },
  create: (host) => ({
    render: (ui) => {
      const rows = files.map((file) => ({ ...file, onTap: nothingMore(host) }));
      return listPage(ui, { title: 'Files', packageName }, listRows(ui, packageName, rows));
    },
  }),
});
