import { RunnerError } from '../runner-error.ts';

/** When a schedule fires next, in milliseconds since the epoch; `undefined` when never again. */
export type NextTime = (after: number) => number | undefined;

const UNITS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** How far ahead a cron expression is searched before it counts as never. */
const SEARCHED_MINUTES = 2 * 366 * 24 * 60;

/**
 * Reads `rate(5 minutes)`, `cron(0 3 * * ? *)` (UTC) or `at(2026-11-20T10:00:00)`.
 * @throws RunnerError naming `usedBy` for anything else, `L`, `W` and `#` in cron included.
 */
export function parseSchedule(expression: string, usedBy: string): NextTime {
  const [, rate, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (rate !== undefined && unit !== undefined) {
    const interval = Number(rate) * (UNITS[unit] ?? 0);
    if (interval > 0) return (after) => after + interval;
  }
  const [, at] = /^at\((.+)\)$/.exec(expression) ?? [];
  const once = Date.parse(`${at ?? ''}Z`);
  if (!Number.isNaN(once)) return (after) => (once > after ? once : undefined);
  const [, cron] = /^cron\((.+)\)$/.exec(expression) ?? [];
  const fields = cron?.trim().split(/\s+/) ?? [];
  if (fields.length !== 6) throw unsupported(expression, usedBy);
  return cronTimes(fields, () => unsupported(expression, usedBy));
}

function cronTimes(fields: readonly string[], refuse: () => RunnerError): NextTime {
  const [minutes, hours, days, months, weekdays, years] = [
    values(fields[0], 0, 59, [], refuse),
    values(fields[1], 0, 23, [], refuse),
    values(fields[2], 1, 31, [], refuse),
    values(fields[3], 1, 12, ['', ...MONTHS], refuse),
    values(fields[4], 1, 7, ['', ...DAYS], refuse),
    values(fields[5], 1970, 2199, [], refuse),
  ];
  const has = (set: ReadonlySet<number> | undefined, value: number): boolean =>
    set === undefined || set.has(value);
  return (after) => {
    const start = (Math.floor(after / 60_000) + 1) * 60_000;
    for (let i = 0; i < SEARCHED_MINUTES; i += 1) {
      const time = new Date(start + i * 60_000);
      const matches =
        has(minutes, time.getUTCMinutes()) &&
        has(hours, time.getUTCHours()) &&
        has(days, time.getUTCDate()) &&
        has(months, time.getUTCMonth() + 1) &&
        has(weekdays, time.getUTCDay() + 1) &&
        has(years, time.getUTCFullYear());
      if (matches) return time.getTime();
    }
    return undefined;
  };
}

/** The values that a cron field permits; `undefined` for all of them. */
function values(
  field: string | undefined,
  lowest: number,
  highest: number,
  names: readonly string[],
  refuse: () => RunnerError,
): ReadonlySet<number> | undefined {
  if (field === '*' || field === '?') return undefined;
  const number = (text: string): number => {
    const named = names.indexOf(text.toUpperCase());
    const value = named > 0 ? named : /^\d+$/.test(text) ? Number(text) : NaN;
    if (!(value >= lowest && value <= highest)) throw refuse();
    return value;
  };
  const permitted = new Set<number>();
  for (const part of (field ?? '').split(',')) {
    const [range = '', step] = part.split('/');
    const [first = '', last] = range.split('-');
    const from = first === '*' ? lowest : number(first);
    const to = last !== undefined ? number(last) : step !== undefined ? highest : from;
    const by = step === undefined ? 1 : Number(step);
    if (!Number.isInteger(by) || by < 1) throw refuse();
    for (let value = from; value <= to; value += by) permitted.add(value);
  }
  return permitted;
}

function unsupported(expression: string, usedBy: string): RunnerError {
  return new RunnerError(`${usedBy}: the local runner does not support the schedule ${expression}`);
}
