const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** `1.4 MB` */
export function sizeLabel(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power] ?? ''}`;
}

interface NamedTransfer {
  readonly kind: 'install' | 'copy' | 'download';
  readonly name: string;
}

/** What a transfer does, has done or couldn't do. */
const verbs = {
  install: ['Install', 'Installed', 'install'],
  copy: ['Copy', 'Copied', 'copy'],
  download: ['Download', 'Downloaded', 'download'],
} as const;

/** Strings about file transfers to the phone and from it. */
export const transferStrings = {
  title: 'Transfers of files',
  drop: {
    install: 'Install the app',
    copy: 'Copy to Download',
    either: 'Install the app, or copy the file to Download',
    disconnected: 'No phone is connected',
  },
  waiting: 'Waiting',
  sending: (sent: number, total: number) => `${sizeLabel(sent)} of ${sizeLabel(total)}`,
  installing: 'Installing…',
  savedAs: (path: string) => `Saved as ${path}`,
  cancelling: 'Canceling…',
  cancelled: 'Canceled',
  cancelledInstalling: 'Canceled during the installation: check whether the app is on the phone.',
  actionLabel: ({ kind, name }: NamedTransfer) => `${verbs[kind][0]} ${name}`,
  done: ({ kind, name }: NamedTransfer) => `${verbs[kind][1]} ${name}`,
  failed: ({ kind, name }: NamedTransfer) => `Couldn’t ${verbs[kind][2]} ${name}`,
  several: (count: number) => `${count} files and folders`,
  downloadedAs: (name: string, missing: number) =>
    missing === 0 ? `Saved as ${name}` : `Saved as ${name}, without ${missing} of the files`,
  andMore: (count: number) => `… and ${count} more. The ZIP file lists all.`,
  progress: (name: string) => `Progress of ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  retry: 'Retry',
  dismiss: (name: string) => `Dismiss ${name}`,
  folder: 'A folder can’t be sent.',
  folderHint: 'Drop the files inside it, or pack them into a ZIP.',
  bundle: (extension: string) => `Phones can’t install ${extension} files directly.`,
  bundleHint:
    'It contains an app split into parts for different phones. Get the app as one universal APK, or build one with bundletool.',
} as const;
