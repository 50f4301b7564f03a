/** The parts of an intent that decide who takes it, and what the activity gets. */
interface SentIntent {
  readonly action: string | undefined;
  readonly categories: readonly string[];
  readonly data: string | undefined;
  readonly mimeType: string | undefined;
  readonly packageName: string | undefined;
  readonly extras: ReadonlyMap<string, { readonly value: string }>;
}

/** An activity that takes certain links or texts, as its app's manifest declares (intent-filter). */
interface IntentFilter {
  /** `package/full.Class`. */
  readonly component: string;
  /** The app's name. */
  readonly label: string;
  readonly actions: readonly string[];
  /** The schemes of links that it takes. */
  readonly schemes?: readonly string[];
  /** The type of content that it takes without a link. */
  readonly mimeType?: string;
  /** The activity that this one starts in its place. */
  readonly forwardsTo?: string;
  /** What the activity gets of the intent: the world's activities take one text. */
  argument?(intent: SentIntent): string;
}

const view = 'android.intent.action.VIEW';
const send = 'android.intent.action.SEND';
const categories = ['android.intent.category.DEFAULT', 'android.intent.category.BROWSABLE'];

/** What this phone's apps take. As on other builds of AOSP, no app takes e-mail addresses or places. */
const intentFilters: readonly IntentFilter[] = [
  {
    component: 'org.chromium.webview_shell/org.chromium.webview_shell.WebViewBrowserActivity',
    label: 'WebView Browser Tester',
    actions: [view],
    schemes: ['http', 'https'],
    argument: ({ data = '' }) => data,
  },
  {
    component: 'com.android.dialer/com.android.dialer.DialtactsActivity',
    label: 'Phone',
    actions: [view, 'android.intent.action.DIAL'],
    schemes: ['tel'],
    argument: recipient,
  },
  {
    component: 'com.android.bluetooth/com.android.bluetooth.opp.BluetoothOppLauncherActivity',
    label: 'Bluetooth',
    actions: [send],
    mimeType: 'text/plain',
    forwardsTo:
      'com.android.settings/com.android.settings.Settings$ConnectedDeviceDashboardActivity',
  },
  {
    component: 'com.handset.notes/com.handset.notes.EditActivity',
    label: 'Notes',
    actions: [send],
    mimeType: 'text/plain',
    argument: ({ extras }) => `text:${extras.get('android.intent.extra.TEXT')?.value ?? ''}`,
  },
];

/** The system's list of the apps that take an intent. */
const resolver = 'android/com.android.internal.app.ResolverActivity';

/** The activity that takes the intent, or the system's list if there are several. */
export function activityFor(intent: SentIntent): string | undefined {
  const [first, second] = filtersFor(intent);
  return second === undefined ? first?.component : resolver;
}

/** The filters that the intent matches (IntentFilter.match). */
function filtersFor(intent: SentIntent): readonly IntentFilter[] {
  const { action = '', data, packageName } = intent;
  const scheme = data?.split(':')[0];
  if (!intent.categories.every((category) => categories.includes(category))) return [];
  return intentFilters.filter(
    ({ component, actions, schemes, mimeType }) =>
      actions.includes(action) &&
      (packageName === undefined || component.startsWith(`${packageName}/`)) &&
      (scheme === undefined ? schemes === undefined : schemes?.includes(scheme) === true) &&
      mimeType === intent.mimeType,
  );
}

/** What the world starts for an activity to which an intent resolved, and with which argument. */
export function shownActivity(
  component: string,
  intent: SentIntent,
): { readonly shown: string; readonly argument: string | undefined } {
  if (component === resolver) {
    const choices = filtersFor(intent).map((filter) => ({
      label: filter.label,
      component: filter.forwardsTo ?? filter.component,
      argument: filter.argument?.(intent),
    }));
    return { shown: resolver, argument: JSON.stringify(choices) };
  }
  const filter = filtersFor(intent).find((candidate) => candidate.component === component);
  return { shown: filter?.forwardsTo ?? component, argument: filter?.argument?.(intent) };
}

/** `tel:555-0104`: the number. */
function recipient({ data = '' }: SentIntent): string {
  const text = data.slice(data.indexOf(':') + 1).split('?')[0] ?? '';
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
