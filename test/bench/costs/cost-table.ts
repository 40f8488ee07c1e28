/**
 * Builds the table in docs/costs.md: the resources that one submission uses, and the cost of a million
 * submissions at list prices.
 */
import { LIST_PRICES, type Used } from './list-prices.ts';

type Part = keyof typeof LIST_PRICES;
const PARTS = Object.keys(LIST_PRICES) as Part[];

/** Returns the cost of a million submissions with this usage, in dollars. */
export function dollarsPerMillion(used: Used): number {
  return PARTS.reduce((sum, part) => sum + used[part] * LIST_PRICES[part].perMillion, 0);
}

/** Returns a Markdown table with a column for each kind of submission. Rows without usage are omitted. */
export function costTable(kinds: readonly (readonly [kind: string, used: Used])[]): string {
  const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const parts = PARTS.filter((part) => kinds.some(([, used]) => used[part] > 0));
  return [
    row('One submission uses', ...kinds.map(([kind]) => kind), '$ for a million'),
    row('---', ...kinds.map(() => '--:'), '--:'),
    ...parts.map((part) =>
      row(
        LIST_PRICES[part].what,
        ...kinds.map(([, used]) => decimal(used[part])),
        decimal(LIST_PRICES[part].perMillion),
      ),
    ),
    row(
      '**$ for a million submissions**',
      ...kinds.map(([, used]) => `**${dollarsPerMillion(used).toFixed(2)}**`),
      '',
    ),
  ].join('\n');
}

/** Formats a number with up to four decimals, without trailing zeros. */
const decimal = (value: number): string => String(Number(value.toFixed(4)));
