import type { Ui } from '../app.ts';
import { column, icon, stack, text, type View } from '../ui/view.ts';
import type { Notification } from './notifications.ts';

/** What a notification shows: the app's disc, and what it has to say. */
export function notificationFace({ theme }: Ui, one: Notification): readonly View[] {
  const age = one.age === '' ? '' : ` \u00b7 ${one.age}`;
  const disc = { bare: true, width: 36, height: 36, radius: 18, margin: [2, 0, 0, 0] } as const;
  return [
    stack({ ...disc, fill: one.color }, [
      icon(
        one.path,
        { size: 20, color: '#ffffff' },
        { id: 'android:id/icon', place: ['center', 'center'] },
      ),
    ]),
    column({ bare: true, weight: 1, gap: 1 }, [
      text(
        `${one.app}${age}`,
        { size: 12, weight: 500, color: theme.textSoft, lineHeight: 17 },
        { id: 'android:id/app_name_text' },
      ),
      text(
        one.title,
        { size: 15, weight: 600, color: theme.text, lineHeight: 21 },
        { id: 'android:id/title', maxLines: 1 },
      ),
      text(
        one.text,
        { size: 14, weight: 400, color: theme.textSoft, lineHeight: 20 },
        { id: 'android:id/text', maxLines: 2 },
      ),
    ]),
  ];
}
