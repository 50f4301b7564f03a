import { describe, expect, it } from 'vitest';
import { findModal } from './find-modal.ts';
import type { Screen } from '../screen.ts';
import { type DemoScreen, capturedScreen, demoScreen, screenOf } from '../testing/screens.ts';
import { capturedDumps } from '../../testing/captures.ts';

/** Kind, certainty, title and path on one line; `none` if there is no modal. */
function describeModal(screen: Screen): string {
  const modal = findModal(screen);
  if (modal === null) return 'none';
  const { kind, certainty, title, element } = modal;
  return `${kind} ${certainty} ${JSON.stringify(title)} ${element.path}`;
}

const node = (attributes: string, children = ''): string =>
  `<node enabled="true" ${attributes}>${children}</node>`;
const text = (label: string, more = ''): string =>
  node(`class="android.widget.TextView" text="${label}" bounds="[100,1000][900,1060]" ${more}`);
const button = (label: string, more = ''): string =>
  node(
    `class="android.widget.Button" text="${label}" clickable="true" bounds="[100,1300][900,1400]" ${more}`,
  );
const full = 'class="android.widget.FrameLayout" package="com.app" bounds="[0,0][1080,2400]"';
const inset = 'class="android.widget.FrameLayout" package="com.app" bounds="[60,800][1020,1600]"';

describe('the demo phone', () => {
  it.each<[DemoScreen, string]>([
    ['settings', 'none'],
    ['display', 'none'],
    ['delete-note', 'dialog sure "Delete note?" 0'],
    ['allow-debugging', 'permission sure "Allow USB debugging?" 0'],
    ['icon-menu', 'menu sure "Clock" 0.0.0.0.0.1.0'],
    ['shade', 'shade sure "Notifications" 0'],
    ['sign-in', 'keyboard likely "" 0.0.0.0.1.3'],
  ])('%s: %s', (name, expected) => {
    expect(describeModal(demoScreen(name))).toBe(expected);
  });
});

describe('what the system shows', () => {
  const androidRoot = inset.replace('com.app', 'android');
  it.each([
    [
      'an app that stopped, since Android 7',
      node(
        androidRoot,
        text('Notes keeps stopping', 'resource-id="android:id/alertTitle" package="android"') +
          button('Close app', 'resource-id="android:id/aerr_close"'),
      ),
      'crash sure "Notes keeps stopping" 0',
    ],
    [
      'an app that stopped, before',
      node(
        androidRoot,
        text(
          'Unfortunately, Notes has stopped.',
          'resource-id="android:id/alertTitle" package="android"',
        ) + button('OK', 'resource-id="android:id/button1"'),
      ),
      'crash sure "Unfortunately, Notes has stopped." 0',
    ],
    [
      'a permission',
      node(
        inset,
        text(
          'Allow Notes to record audio?',
          'resource-id="com.android.permissioncontroller:id/permission_message"',
        ) +
          button(
            'Allow',
            'resource-id="com.android.permissioncontroller:id/permission_allow_button"',
          ),
      ),
      'permission sure "Allow Notes to record audio?" 0',
    ],
    [
      'the lock screen',
      node(
        full.replace('com.app', 'com.android.systemui'),
        text(
          '10:48',
          'resource-id="com.android.systemui:id/keyguard_status_view" package="com.android.systemui"',
        ),
      ),
      'lock-screen sure "" 0',
    ],
    [
      'an app whose view has a name of the shade',
      node(
        full,
        text('x', 'resource-id="com.app:id/notification_stack_scroller" package="com.app"'),
      ),
      'none',
    ],
  ])('%s', (_name, nodes, expected) => {
    expect(describeModal(screenOf(nodes))).toBe(expected);
  });

  it('a permission by its activity', () => {
    const focus = {
      packageName: 'com.lbe.security.miui',
      activity: 'com.android.packageinstaller.permission.ui.GrantPermissionsActivity',
    };
    const nodes = node(
      full.replace('com.app', 'com.lbe.security.miui'),
      text('Allow?', 'package="com.lbe.security.miui"'),
    );
    expect(describeModal(screenOf(nodes, { focus }))).toBe('permission sure "Allow?" 0');
    expect(describeModal(screenOf(node(full, text('Allow?')), { focus }))).toBe('none');
  });
});

describe('windows', () => {
  const list = `class="android.widget.ListView" scrollable="true"`;
  const entry = node(
    'class="android.widget.LinearLayout" clickable="true" bounds="[500,200][1060,300]"',
    text('Copy'),
  );
  it('takes the narrow menu of a tablet for one, and no bubble', () => {
    const screen = (bounds: string): Screen =>
      screenOf(
        node(`class="a.F" bounds="${bounds}"`, node(`${list} bounds="${bounds}"`, entry + entry)),
        { size: { width: 1600, height: 2560 }, density: 240 },
      );
    expect(describeModal(screen('[1371,163][1595,451]'))).toBe('menu sure "" 0');
    expect(describeModal(screen('[1471,163][1571,263]'))).toBe('none');
  });

  it.each([
    [
      'a dialog without a name',
      node(inset, text('Rename') + button('OK')),
      'dialog sure "Rename" 0',
    ],
    [
      'a popup menu in a corner',
      node(
        'class="android.widget.FrameLayout" bounds="[500,120][1070,700]"',
        node(`${list} bounds="[500,120][1070,700]"`, entry + entry),
      ),
      'menu sure "" 0',
    ],
    [
      'a dialog as wide as the screen',
      node('class="a.F" bounds="[0,700][1080,1800]"', text('Rename') + button('OK')),
      'dialog sure "Rename" 0',
    ],
    [
      'a dialog of Android 4 at the bottom',
      node(
        'class="a.F" bounds="[0,600][1080,2400]"',
        node('class="a.V" resource-id="android:id/titleDivider" bounds="[0,700][1080,710]"') +
          text('Options'),
      ),
      'dialog sure "Options" 0',
    ],
    [
      'the upper half of a split screen',
      node('class="a.F" bounds="[0,0][1080,1180]"', text('Mail')),
      'none',
    ],
    ['the lower half', node('class="a.F" bounds="[0,1220][1080,2400]"', text('Mail')), 'none'],
    ['a page beside a rail', node('class="a.F" bounds="[176,0][1080,2400]"', text('Mail')), 'none'],
    [
      'the status bar beside the app',
      node('class="a.F" package="com.android.systemui" bounds="[0,0][1080,130]"', text('6:44')) +
        node(full, text('Mail')),
      'none',
    ],
    [
      'an app in a window of its own',
      node(
        inset,
        node(
          'class="android.view.View" resource-id="android:id/statusBarBackground" bounds="[60,800][1020,860]"',
        ) + text('Mail'),
      ),
      'none',
    ],
  ])('%s', (_name, nodes, expected) => {
    expect(describeModal(screenOf(nodes))).toBe(expected);
  });
});

describe('parts of an app', () => {
  const half = 'bounds="[0,1200][1080,2400]"';
  it.each([
    [
      'a sheet of Material',
      node(
        full,
        node(
          'class="android.view.View" resource-id="com.app:id/touch_outside" bounds="[0,0][1080,2400]"',
        ) + node(`class="a.F" resource-id="com.app:id/design_bottom_sheet" ${half}`, text('Share')),
      ),
      'bottom-sheet sure "Share" 0.1',
    ],
    [
      'a sheet that belongs to the page',
      node(
        full,
        node(`class="a.F" resource-id="com.app:id/design_bottom_sheet" ${half}`, text('Share')),
      ),
      'none',
    ],
    [
      'a dialog of a web page',
      node(full, node('class="android.app.Dialog" bounds="[100,900][980,1500]"', text('Cookies'))),
      'dialog sure "Cookies" 0.0',
    ],
    [
      'a sheet of Flutter',
      node(
        full,
        node(
          'class="android.view.View" content-desc="Scrim" clickable="true" bounds="[0,0][1080,1200]"',
        ) + node('class="android.view.View" bounds="[0,0][1080,2400]"', text('Sort by')),
      ),
      'bottom-sheet likely "Sort by" 0.1',
    ],
    [
      'an open drawer',
      node(
        'class="androidx.drawerlayout.widget.DrawerLayout" bounds="[0,0][1080,2400]"',
        text('Page') +
          node(
            'class="com.google.android.material.navigation.NavigationView" bounds="[0,0][800,2400]"',
            text('Account'),
          ),
      ),
      'menu sure "Account" 0.1',
    ],
    [
      'a sheet of Flutter whose barrier comes last',
      node(
        full,
        node(
          'class="android.view.View" bounds="[0,0][1080,2400]"',
          text('Sort by').replaceAll('1000', '1300').replace('1060', '1360'),
        ) +
          node(
            'class="android.view.View" bounds="[0,0][1080,2400]"',
            node(
              'class="android.view.View" content-desc="Scrim" clickable="true" bounds="[0,0][1080,1200]"',
            ),
          ),
      ),
      'bottom-sheet likely "Sort by" 0.0',
    ],
    [
      'a panel of Compose after a nameless scrim',
      node(
        full,
        text('Inbox') +
          node('class="android.view.View" clickable="true" bounds="[0,0][1080,2400]"') +
          node(
            'class="android.view.View" bounds="[100,900][980,1500]"',
            text('Sort by') + button('Date'),
          ),
      ),
      'dialog likely "Sort by" 0.2',
    ],
    [
      'a page on a background that can be touched',
      node(
        full,
        node('class="android.view.View" clickable="true" bounds="[0,0][1080,2400]"') +
          node('class="android.view.View" bounds="[100,900][980,1500]"', text('Sign in')),
      ),
      'none',
    ],
    ['a button called Close', node(full, button('', 'content-desc="Close"') + text('x')), 'none'],
  ])('%s', (_name, nodes, expected) => {
    expect(describeModal(screenOf(nodes))).toBe(expected);
  });
});

describe('the keyboard', () => {
  const field = node('class="android.widget.EditText" focused="true" bounds="[0,400][1080,500]"');
  const page = (bottom: number, inside = field): string =>
    node(full, node(`class="android.widget.ScrollView" bounds="[0,200][1080,${bottom}]"`, inside));
  it.each([
    ['room is made for it', page(1500), 'keyboard likely "" 0.0.0'],
    ['no room is made', page(2337), 'none'],
    ['no field has the focus', page(1500, text('x')), 'none'],
    [
      'something lies where it would be',
      page(1500) + node('class="a.Button" text="Next" bounds="[0,2000][1080,2300]"'),
      'none',
    ],
    [
      'its own window is in the dump',
      node(full, field) +
        node(
          'class="a.F" package="com.google.android.inputmethod.latin" bounds="[0,1500][1080,2400]"',
          button('q'),
        ),
      'keyboard sure "" 1',
    ],
  ])('%s', (_name, nodes, expected) => {
    expect(describeModal(screenOf(nodes))).toBe(expected);
  });
});

/** Checked by eye: every other dump shows an app, a home screen or a page. */
const expectedInCorpus: Readonly<Record<string, string>> = {
  '004-waenhancer.xml': 'bottom-sheet sure "Pill Design" 0.0.0.0.0.0.0.1',
  '047-termux-flutter-ide-project-view-dump.xml': 'bottom-sheet likely "EXPLORER" 0.0.0.0.0.0.1',
  '049-termux-flutter-ide-final-dump.xml': 'bottom-sheet likely "TERMINAL" 0.0.0.0.0.0.1',
  '089-release.xml': 'menu sure "" 0',
  '091-risa-app.xml': 'dialog likely "Type to search..." 0.0.0.0.0.0',
  '092-systemui.xml': 'shade sure "Quick settings" 0',
  '097-systemui-192.xml': 'lock-screen sure "" 0',
  '122-pluct.xml': 'dialog sure "Enable Overlay Notifications" 0',
};

describe.skipIf(capturedDumps.length === 0)('captured dumps (skipped where absent)', () => {
  it.each(capturedDumps)('%s', (file) => {
    expect(describeModal(capturedScreen(file))).toBe(expectedInCorpus[file] ?? 'none');
  });
});
