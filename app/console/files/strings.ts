const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** `1.4 MB` */
export function sizeLabel(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power] ?? ''}`;
}

interface NamedTransfer {
  readonly kind: 'install' | 'copy';
  readonly name: string;
}

/** Strings about file transfers to the phone. */
export const transferStrings = {
  title: 'Files for the phone',
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
  actionLabel: ({ kind, name }: NamedTransfer) =>
    kind === 'install' ? `Install ${name}` : `Copy ${name}`,
  done: ({ kind, name }: NamedTransfer) =>
    kind === 'install' ? `Installed ${name}` : `Copied ${name}`,
  failed: ({ kind, name }: NamedTransfer) =>
    kind === 'install' ? `Couldn’t install ${name}` : `Couldn’t copy ${name}`,
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
