import {
  mdiCellphoneArrowDown,
  mdiImageOutline,
  mdiMessageTextOutline,
  mdiNoteTextOutline,
  mdiUsb,
} from '@mdi/js';

/** One notification in the shade. */
export interface Notification {
  readonly app: string;
  readonly path: string;
  readonly color: string;
  readonly title: string;
  readonly text: string;
  readonly age: string;
  /** `package/full.class.Name` that a tap opens. */
  readonly opens: string;
  /** Ongoing notifications can't be dismissed. */
  readonly ongoing: boolean;
}

/** What waits in the shade of a phone that was just switched on. */
export const firstNotifications: readonly Notification[] = [
  {
    app: 'Messages',
    path: mdiMessageTextOutline,
    color: '#2f7d5b',
    title: 'Maya Lindqvist',
    text: 'The train gets in at 18:05, see you at the north exit!',
    age: '4m',
    opens:
      'com.android.messaging/com.android.messaging.ui.conversationlist.ConversationListActivity',
    ongoing: false,
  },
  {
    app: 'Notes',
    path: mdiNoteTextOutline,
    color: '#b5701b',
    title: 'Reminder: Groceries',
    text: 'Oat milk, sourdough, tomatoes, basil',
    age: '25m',
    opens: 'com.handset.notes/com.handset.notes.MainActivity',
    ongoing: false,
  },
  {
    app: 'Photos',
    path: mdiImageOutline,
    color: '#7a4fb0',
    title: 'One year ago today',
    text: 'Look back at an evening by the lake',
    age: '2h',
    opens: 'com.android.gallery3d/com.android.gallery3d.app.GalleryActivity',
    ongoing: false,
  },
  {
    app: 'System update',
    path: mdiCellphoneArrowDown,
    color: '#3f5bb5',
    title: 'Your phone is up to date',
    text: 'Security patch installed last night',
    age: '9h',
    opens: 'com.android.settings/com.android.settings.Settings$MyDeviceInfoActivity',
    ongoing: false,
  },
  {
    app: 'Android System',
    path: mdiUsb,
    color: '#5b6072',
    title: 'USB debugging connected',
    text: 'Tap to turn off USB debugging',
    age: '',
    opens: 'com.android.settings/com.android.settings.Settings$DevelopmentSettingsActivity',
    ongoing: true,
  },
];
