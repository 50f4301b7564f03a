/** What a suggested selector goes by, the most lasting first. */
export const suggestionKinds = [
  'id',
  'text',
  'description',
  'id-and-text',
  'type-and-text',
  'type',
  'attributes',
  'inside',
  'typed-text',
  'structure',
  'counted',
  'path',
] as const;
/** What a suggested selector goes by. */
export type SuggestionKind = (typeof suggestionKinds)[number];

/** A selector that matches one element alone. */
export interface Suggestion {
  /** The selector’s text, in canonical spelling. */
  readonly selector: string;
  readonly kind: SuggestionKind;
  /** What it goes by and what breaks it. */
  readonly reason: string;
  /** Counted, on the screen it was made for. */
  readonly matches: 1;
}

/** What each kind goes by and what breaks it. */
export const reasons = {
  id: 'resource id: survives other texts, languages and places',
  text: 'unique text: breaks when the text or the language changes',
  description: 'unique description: breaks when the wording or the language changes',
  'id-and-text':
    'resource id and its text, since others share the id: breaks when the text changes',
  'type-and-text': 'type and text: breaks when either changes',
  type: 'the only one of its type: breaks when another appears',
  attributes: 'its attributes: breaks when they change or a like element appears',
  inside: 'inside an element that is unique: breaks when a like element appears there',
  'typed-text': 'what is typed into the field now: breaks with the next letter',
  structure: 'place among its ancestors: breaks when the layout changes',
  counted: 'count among like elements: breaks when one comes or goes before it',
  path: 'index path: this screen only',
} as const satisfies Record<SuggestionKind, string>;
