/** Messages to apps, as Android's `am` sends them (android.content.Intent). */

/** An extra: a named value of a Java type. `strings` is an array of strings. */
export type IntentExtra =
  | { readonly name: string; readonly type: 'string'; readonly value: string }
  | { readonly name: string; readonly type: 'strings'; readonly value: readonly string[] }
  | { readonly name: string; readonly type: 'boolean'; readonly value: boolean }
  /** The value as Java prints it. */
  | {
      readonly name: string;
      readonly type: 'int' | 'long' | 'float' | 'double';
      readonly value: string;
    };

/** What receives an intent. */
export const intentTypes = ['activity', 'broadcast', 'service'] as const;
export type IntentType = (typeof intentTypes)[number];

/** An intent to send; null where a part is absent. */
export interface Intent {
  readonly type: IntentType;
  readonly action: string | null;
  readonly data: string | null;
  readonly mimeType: string | null;
  readonly categories: readonly string[];
  /** Only this app may receive it. */
  readonly packageName: string | null;
  /** `package/class`; the class may begin with a dot. */
  readonly component: string | null;
  readonly extras: readonly IntentExtra[];
  /** 32 bits, as an unsigned number; 0 for none. */
  readonly flags: number;
}

/** What the phone reports about a sent intent. */
export interface SentIntent {
  /** The activity that was to receive it; null for a broadcast or service, and where the phone does not report. */
  readonly receiver: { readonly packageName: string; readonly activity: string } | null;
  /** The result code of a broadcast; null otherwise. */
  readonly broadcastResult: number | null;
}

/** Whether this activity is the system's list of apps to choose from (ResolverActivity, ChooserActivity). */
export function isAppChooser(activity: string): boolean {
  return /(?:Resolver|Chooser)\w*Activity$/.test(activity);
}

/** Names nothing; a base for others. */
export const emptyIntent: Intent = {
  type: 'activity',
  action: null,
  data: null,
  mimeType: null,
  categories: [],
  packageName: null,
  component: null,
  extras: [],
  flags: 0,
};
