/** What a parameter is, where its name says it only to agents. */
const fieldLabels: Readonly<Record<string, string>> = {
  selector: 'Element',
  ids: 'Element IDs',
  element_id: 'Element ID',
  root: 'Root element',
  by: 'Attribute',
  gone: 'Wait until it is gone',
  observe: 'Show the screen afterward',
  annotate: 'Draw boxes and IDs',
  max_size: 'Longest side of the screenshot',
  x1: 'Start x',
  y1: 'Start y',
  x2: 'End x',
  y2: 'End y',
  paths: 'Fingers',
  amount: 'Distance',
  query: 'Search',
  package_id: 'App',
  package_name: 'App',
  fresh: 'Stop the app first',
  url: 'Link',
  serial: 'Phone',
  api_level: 'API level',
  only: 'Only this setting',
  wifi: 'Wi-Fi',
  duration_s: 'Duration (s)',
};

/** The text with a capital first letter. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A parameter of a tool in the words of a form. */
export function fieldLabel(name: string): string {
  return (
    (Object.hasOwn(fieldLabels, name) ? fieldLabels[name] : undefined) ??
    sentenceCase(name.replaceAll('_', ' '))
  );
}

/** The text with a small first letter. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
