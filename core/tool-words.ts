/** What a tool says to people about its calls. The page fills the phrases with the arguments of a call. */

/**
 * Text with `{names}` of arguments and of what `app/ui/call-words.ts` makes of several arguments. A part in
 * square brackets is left out if one of its names has no value. `*` surrounds the object, which is emphasised:
 * `type *{text}*[ into {element}]`.
 */
type Phrase =
  | string
  | { readonly when: { readonly [argument: string]: string | boolean }; readonly say: string };

/** The first one counts whose condition holds and whose names all have values. */
export type Phrases = readonly Phrase[];

/** A call with these arguments, or the form of one at this field. */
interface ToolPreset {
  readonly label: string;
  readonly synonyms?: string;
  readonly word?: string;
  readonly args: { readonly [argument: string]: boolean | number | string };
  readonly field?: string;
}

/** The words of a tool. */
export interface ToolWords {
  /** Ends the sentence that begins with `claude wants to`. */
  readonly wantsTo: Phrases;
  /** Its sentence does not name the foreground app, in which the call does not act. */
  readonly anywhere?: true;
  /** Follows the tool's title in lists; arguments that it leaves out are appended by name. */
  readonly short?: Phrases;
  /** What a call that waited has found, in one sentence without a full stop; `{elapsedMs}` may be used too. */
  readonly done?: Phrases;
  /** The same for a call that waited in vain. */
  readonly missed?: Phrases;
  /** Other words by which people search for the tool. */
  readonly synonyms?: string;
  /** Those that mean the tool and no other. */
  readonly word?: string;
  /** Whether the name of an app alone means to run the tool for that app. */
  readonly isMeantByApp?: true;
  /** Calls that people look for by what they do. */
  readonly presets?: readonly ToolPreset[];
  /** It waits or looks for its element itself: a run of steps does not wait for that first. */
  readonly awaitsElement?: true;
  /** Suggested to somebody who has used no tool yet. */
  readonly isSuggested?: true;
}
