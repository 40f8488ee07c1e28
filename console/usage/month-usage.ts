/** Calculates the account's usage for the month, the forecast, and each form's share. */
import type { Schema } from '../api/schema.ts';

export type Usage = Schema<'Usage'>;
type Statistics = Pick<Schema<'Statistics'>, 'by_day'>;

const DAY = 86_400_000;
/** Number of days in the month after which a forecast is shown. An earlier forecast would be unreliable. */
const DAYS_OF_PACE = 3;

/**
 * Returns the forecast for the month at the current rate, or undefined in the first days of the month.
 * @param now milliseconds since the epoch
 */
export function forecastOf({ period, submissions }: Usage, now: number): number | undefined {
  const start = Date.parse(period.start);
  const elapsed = now - start;
  if (elapsed < DAYS_OF_PACE * DAY) return undefined;
  const whole = Date.parse(period.end) - start;
  return Math.max(submissions.used, Math.round((submissions.used / elapsed) * whole));
}

export type UsageState = 'fine' | 'near' | 'full';

/**
 * Returns the usage state. The thresholds match those of the e-mail notices: 80% and 100% of the quota. A
 * limit of zero counts as used up.
 */
export function stateOfUsage({ submissions: { used, limit } }: Usage): UsageState {
  if (used >= limit) return 'full';
  return used >= 0.8 * limit ? 'near' : 'fine';
}

export interface DayCount {
  /** UTC date in the format `2026-11-21`. */
  readonly date: string;
  readonly received: number;
  readonly spam: number;
}

/** Returns the days of the month for which there are statistics, each with totals across all forms. */
export function daysOfMonth({ period }: Pick<Usage, 'period'>, all: readonly Statistics[]): DayCount[] {
  const sums = new Map<string, DayCount>();
  for (const { by_day } of all)
    for (const { date, received, spam } of by_day) {
      if (!isInMonth(date, period)) continue;
      const before = sums.get(date);
      sums.set(date, {
        date,
        received: received + (before?.received ?? 0),
        spam: spam + (before?.spam ?? 0),
      });
    }
  return [...sums.values()].sort((one, other) => one.date.localeCompare(other.date));
}

/** Returns the number of submissions to a form in the month, and how many of them were spam. */
export function monthOfForm(period: Usage['period'], { by_day }: Statistics): Omit<DayCount, 'date'> {
  const days = by_day.filter(({ date }) => isInMonth(date, period));
  return {
    received: days.reduce((sum, day) => sum + day.received, 0),
    spam: days.reduce((sum, day) => sum + day.spam, 0),
  };
}

const isInMonth = (date: string, { start, end }: Usage['period']): boolean =>
  date >= start.slice(0, 10) && date < end.slice(0, 10);
