import { spokenBy } from '../words.ts';
import { type Evidence, type Modal, firstNamed, titleIn, wholeWindow, windowOf } from './modal.ts';

/** alert_dialog.xml of Android, AppCompat and the makers' libraries. */
const panelNames = ['parentPanel', 'alertTitle'];

/** What a page's `role="dialog"` and Flutter's dialogs are called for accessibility. */
const dialogClasses = new Set(['android.app.Dialog', 'android.app.AlertDialog']);

/** Dialogs that say so: by the names of their layout, or by their class. */
export function findDialog(evidence: Evidence): Modal | undefined {
  const named = firstNamed(evidence, panelNames);
  const panel = evidence.named.get('parentPanel') ?? (named && windowOf(evidence, named));
  const classed = evidence.visible.findLast(({ className }) => dialogClasses.has(className));
  const element = panel ? wholeWindow(evidence, panel) : classed;
  if (element === undefined) return undefined;
  const { text, description } = spokenBy(element);
  const title = titleIn(evidence, element) || text || description;
  return { kind: 'dialog', title, element, certainty: 'sure' };
}
