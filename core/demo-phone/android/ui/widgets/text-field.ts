import type { Ui } from '../../app.ts';
import type { FieldState } from '../field-state.ts';
import { body } from '../type-scale.ts';
import { box, type View, type ViewProps } from '../view.ts';

/** An outlined field that shows its focus by its border. */
export function outlinedField(ui: Ui, field: FieldState, props: ViewProps = {}): View {
  const { theme } = ui;
  const focused = ui.focus === field;
  return editText(ui, field, {
    minHeight: 56,
    padding: [16, 16],
    radius: 14,
    fill: theme.card,
    border: { color: focused ? theme.primary : theme.line, width: focused ? 2 : 1 },
    ...props,
  });
}

/** A bare field; its label gives style, and the hint's place when it is empty. */
export function editText(ui: Ui, field: FieldState, props: ViewProps = {}): View {
  const empty = field.shown === '' && ui.focus !== field;
  const style = props.label?.style ?? body(ui.theme.text);
  return box({
    className: 'android.widget.EditText',
    width: 'fill',
    ...props,
    field,
    label: {
      text: field.hint,
      style: empty ? { ...style, color: ui.theme.outline } : style,
      ...(field.multiline ? {} : { maxLines: 1 }),
    },
  });
}
