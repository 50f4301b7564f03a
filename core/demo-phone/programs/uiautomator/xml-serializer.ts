/** Attribute values as Android's XmlSerializer writes them (kxml2's KXmlSerializer in AOSP libcore). */

/** ` name="value"`, in single quotes where the value holds double ones. */
export function attribute(name: string, value: string): string {
  const quote = value.includes('"') ? "'" : '"';
  return ` ${name}=${quote}${escapeAttribute(value, quote)}${quote}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Characters beyond the BMP become decimal references, as `writeSurrogate` does. */
function escapeAttribute(value: string, quote: string): string {
  const plain = quote === "'" ? /[&<>'\t\n\r]/g : /[&<>\t\n\r]/g;
  return value
    .replace(plain, (character) => entities[character] ?? character)
    .replace(/[\u{10000}-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** What XML can't hold becomes a dot (AccessibilityNodeInfoDumper.stripInvalidXMLChars). */
export function stripInvalid(text: string): string {
  // Guess: NUL and lone surrogates, at which the real serializer throws, become dots too.
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  const invalid = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ufffe\uffff]/g;
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  return text.replace(invalid, '.').replace(lone, '.');
}
