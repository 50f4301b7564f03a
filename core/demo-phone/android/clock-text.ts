/** How the phone writes times and dates: 24 hours, English, whatever the machine's own locale. */

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `09:41` */
export function clockTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `Fri, Nov 20` */
export function shortDate(date: Date): string {
  return `${dayName(date).slice(0, 3)}, ${monthName(date).slice(0, 3)} ${date.getDate()}`;
}

/** `Friday, November 20` */
export function longDate(date: Date): string {
  return `${dayName(date)}, ${monthName(date)} ${date.getDate()}`;
}

/** `Friday` */
function dayName(date: Date): string {
  return days[date.getDay()] ?? '';
}

/** `November` */
export function monthName(date: Date): string {
  return months[date.getMonth()] ?? '';
}
