/**
 * Writes a phone number as it is typed (android.telephony.PhoneNumberFormattingTextWatcher):
 * 555-1234, 555-123-4567, 1-555-123-4567. A number with a +, * or # stays as it is, and what is no
 * part of a number does not get into the field.
 */
export function formatPhoneNumber(typed: string): string {
  const dialled = typed.replaceAll(/[^\d+*#]/g, '');
  if (!/^\d+$/.test(dialled)) return dialled;
  const country = dialled.length === 11 && dialled.startsWith('1') ? '1' : '';
  const number = dialled.slice(country.length);
  // Longer than any number of the country: no dashes.
  if (number.length > 10) return dialled;
  const cuts = number.length > 7 ? [3, 6] : [3];
  const parts = [0, ...cuts].map((cut, index) => number.slice(cut, cuts[index]));
  return [country, ...parts].filter((part) => part !== '').join('-');
}
