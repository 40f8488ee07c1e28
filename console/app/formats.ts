/**
 * Formats numbers, times and sizes for the selected language, the region of the browser's language and the
 * user's time zone.
 */
import { tagOf, type Language } from '../texts/languages.ts';
import { useLanguage } from '../texts/texts.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/**
 * Returns the formatters for a language tag.
 * @param now replaces the clock in tests
 */
export function formatsIn(language: string, now: () => number = Date.now) {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const dayOfYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
  const full = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const within = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const dayInUtc = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const calendarDay = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    number: (value: number) => number.format(value),
    /** @param part fraction of the whole, between 0 and 1 */
    percent: (part: number) => percent.format(part),
    /**
     * Formats a time as `14:05` if it's today, or as a date such as `3 Nov` otherwise. Adds the year unless
     * it's the current year.
     */
    shortTime: (at: string) => {
      const date = new Date(at);
      const today = new Date(now());
      if (date.toDateString() === today.toDateString()) return time.format(date);
      return (date.getFullYear() === today.getFullYear() ? day : dayOfYear).format(date);
    },
    fullTime: (at: string) => full.format(new Date(at)),
    date: (at: string) => dayOfYear.format(new Date(at)),
    /** Formats a date without a time, such as `2026-11-21`. The result doesn't depend on the time zone. */
    calendarDay: (date: string) => calendarDay.format(new Date(`${date}T00:00:00Z`)),
    /** Formats a date from the statistics, such as `2026-11-21`. These dates are in UTC. */
    utcDay: (date: string) => dayInUtc.format(new Date(`${date}T00:00:00Z`)),
    /**
     * Formats a billing month, such as `2026-11`, for a heading. Capitalizes the first letter, because some
     * languages write months in lowercase.
     */
    utcMonth: (text: string) => {
      const name = month.format(new Date(`${text}-01T00:00:00Z`));
      return `${name.slice(0, 1).toLocaleUpperCase(language)}${name.slice(1)}`;
    },
    /** Formats a time relative to now, such as "5 min. ago", "yesterday" or "in 3 days". */
    ago: (at: string) => {
      const since = Date.parse(at) - now();
      const size = Math.abs(since);
      if (size < HOUR) return relative.format(Math.round(since / MINUTE), 'minute');
      if (size < DAY) return relative.format(Math.round(since / HOUR), 'hour');
      return relative.format(Math.round(since / DAY), 'day');
    },
    /**
     * Formats a delay as "in 30 seconds" or "in 2 minutes". Rounds up, so that the actual wait is never
     * longer than shown.
     */
    inSeconds: (seconds: number) =>
      seconds <= 90
        ? within.format(Math.max(1, Math.ceil(seconds)), 'second')
        : within.format(Math.ceil(seconds / 60), 'minute'),
    bytes: (bytes: number) => {
      const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), BYTE_UNITS.length - 1);
      const unit = BYTE_UNITS[step] ?? 'byte';
      const style = {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits: step > 1 ? 1 : 0,
      } as const;
      return new Intl.NumberFormat(language, style).format(bytes / 1000 ** step);
    },
    list: (items: readonly string[]) => new Intl.ListFormat(language).format(items),
  };
}

export type Formats = ReturnType<typeof formatsIn>;

/**
 * Formatters by language. Cached, because formatters are expensive to create and every row in a list needs
 * them.
 */
const made = new Map<Language, Formats>();

export function useFormats(): Formats {
  const { language } = useLanguage();
  const formats = made.get(language) ?? formatsIn(tagOf(language));
  made.set(language, formats);
  return formats;
}
