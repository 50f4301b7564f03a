import { type Evidence, type Modal, firstNamed, placeOf, titleIn, windowOf } from './modal.ts';

/** Android's choice between apps, for sharing and for opening. */
const chooserActivities = /\.(Chooser|Resolver)\w*Activity$/;
const chooserNames = ['resolver_list', 'chooser_header', 'chooser_row_text_option'];

/** Sheets from the bottom: Material's BottomSheetDialog, and Android's chooser. */
export function findSheet(evidence: Evidence): Modal | undefined {
  const { named, focus, visible } = evidence;
  // A sheet that stays in the page has the name too, but nothing beside it to close it with.
  const sheet = named.has('touch_outside') ? named.get('design_bottom_sheet') : undefined;
  const isChooser = chooserActivities.test(focus.activity ?? '');
  const mark = isChooser
    ? visible.find(({ packageName }) => packageName === focus.packageName)
    : firstNamed(evidence, chooserNames);
  const element = sheet ?? (mark && windowOf(evidence, mark));
  if (element === undefined) return undefined;
  return { kind: 'bottom-sheet', title: titleIn(evidence, element), element, certainty: 'sure' };
}

/** Launcher3's menu of an icon, also as makers ship it. */
const menuNames = ['deep_shortcuts_container', 'popup_container'];

/** Menus inside an app's own window: those of the launcher's icons, and open drawers. */
export function findMenu(evidence: Evidence): Modal | undefined {
  const element = firstNamed(evidence, menuNames) ?? openDrawer(evidence);
  return element && { kind: 'menu', title: titleIn(evidence, element), element, certainty: 'sure' };
}

/** A NavigationView lies in a DrawerLayout and covers a part of it; where it stays open, it lies beside the page. */
function openDrawer({ visible, size }: Evidence) {
  const layouts = visible.filter(({ className }) => className.endsWith('DrawerLayout'));
  const drawers = layouts.flatMap(({ children }) =>
    children.filter(({ className }) => className.endsWith('NavigationView')),
  );
  return drawers.find((drawer) => {
    const { width, height } = placeOf(drawer.bounds, size);
    return width > 0.2 && width < 0.97 && height > 0.8;
  });
}
