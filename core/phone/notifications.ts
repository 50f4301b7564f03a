/** A notification as the phone shows it; its texts are the app's own. */
export interface PhoneNotification {
  /** Android's key of it, which an update keeps. */
  readonly key: string;
  readonly packageName: string;
  /** Null if it has none. */
  readonly title: string | null;
  readonly text: string | null;
  /** When it was posted, as the app says; null if the phone doesn't tell. */
  readonly postedEpochMs: number | null;
  /** Whether swiping it away removes it. */
  readonly isClearable: boolean;
  /** The names of its buttons. */
  readonly actions: readonly string[];
}

/** The notifications of the phone, in its order. */
export interface NotificationList {
  readonly notifications: readonly PhoneNotification[];
  /**
   * Whether each is certainly of the app that it names. Android before 12 prints all in one text, in which an app's own
   * text may imitate another notification.
   */
  readonly isCertain: boolean;
}
