/** Ways in which a dump or a field shows a text otherwise than it was sent. */
interface Look {
  readonly shownAs: (text: string) => string;
  /** Why two texts that look the same this way may still differ. */
  readonly reason: string;
}

/** `AccessibilityNodeInfoDumper.stripInvalidXMLChars`, and what its serializer can't write. */
// eslint-disable-next-line no-control-regex -- control characters are what this is about
const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ufffe\uffff]/g;

const printed = (text: string): string => text.replace(unprintable, '.');
/** A single-line field shows line breaks as spaces, carriage returns as U+FEFF (SingleLineTransformationMethod). */
const onOneLine = (text: string): string => printed(text).replace(/\r\n|[\r\n\ufeff]/g, ' ');

/** From near to far: what looks the same by one looks the same by all later ones. */
export const looks: readonly Look[] = [
  {
    shownAs: printed,
    reason: 'the phone prints control characters as dots when it tells what a field holds',
  },
  {
    shownAs: onOneLine,
    reason: 'the field shows its line breaks as spaces, or holds them otherwise than sent',
  },
  {
    shownAs: (text) => onOneLine(text).normalize('NFD'),
    reason: 'the field composes its accents otherwise than sent',
  },
];
