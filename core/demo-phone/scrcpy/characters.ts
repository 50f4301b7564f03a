/** Made by a dead key and a letter (KeyComposition.java; nothing else that Unicode could compose). */
const composed = new Set(
  [
    'ÀÈÌÒÙàèìòùǸǹẀẁỲỳ',
    'ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹźǴǵḈḉḰḱḾḿṔṕẂẃ',
    'ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷẐẑ',
    'ÃÑÕãñõĨĩŨũẼẽỸỹ',
    'ÄËÏÖÜäëïöüÿŸḦḧẄẅẌẍẗ',
  ].join(''),
);

/** On their own keys with Alt (Virtual.kcm of AOSP). */
const withAlt = new Set('çÇß');

/**
 * Whether KeyCharacterMap.VIRTUAL_KEYBOARD has keys for one UTF-16 unit, with the dead keys that
 * the server puts before an accented letter. A lone dead key is left out: it makes nothing yet.
 */
export function hasKeys(unit: string): boolean {
  return /^[\t\n\x20-\x7e]$/.test(unit) || withAlt.has(unit) || composed.has(unit);
}
