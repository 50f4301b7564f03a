import type { Attachment } from 'svelte/attachments';
import { dragKind, hasFiles, type TransfersState } from './transfers.svelte.ts';

/** What a drop will do. */
export type DropKind = ReturnType<typeof dragKind> | 'disconnected';

interface DropOptions {
  readonly transfers: TransfersState;
  /** The folder of the phone that gets the files; without it, apps are installed and other files go to Download. */
  folder?(): string;
  /** Whether a phone is connected. */
  isConnected(): boolean;
  /** Called with what a drop would do, and with null once nothing is dragged over the element. */
  onhover(kind: DropKind | null): void;
}

/** Sends the files that are dropped on an element to the phone. */
export function fileDrop({
  transfers,
  folder,
  isConnected,
  onhover,
}: DropOptions): Attachment<HTMLElement> {
  function handleDragOver(event: DragEvent): void {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isConnected() ? 'copy' : 'none';
    const types = [...event.dataTransfer.items].map(({ type }) => type);
    onhover(isConnected() ? dragKind(types) : 'disconnected');
  }

  function handleDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
    // Moving between child elements is not leaving.
    const to = relatedTarget instanceof Node ? relatedTarget : null;
    if (!(currentTarget instanceof Node && currentTarget.contains(to))) onhover(null);
  }

  function handleDrop(event: DragEvent): void {
    if (!hasFiles(event)) return;
    event.preventDefault();
    onhover(null);
    if (!isConnected()) return;
    const files: File[] = [];
    for (const item of event.dataTransfer?.items ?? []) {
      const entry = item.webkitGetAsEntry();
      const file = item.getAsFile();
      if (entry?.isDirectory) transfers.refuseFolder(entry.name);
      else if (file) files.push(file);
    }
    transfers.add(files, folder?.());
  }

  return (element) => {
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('dragenter', handleDragOver, { signal });
    element.addEventListener('dragover', handleDragOver, { signal });
    element.addEventListener('dragleave', handleDragLeave, { signal });
    element.addEventListener('drop', handleDrop, { signal });
    return () => listening.abort();
  };
}
