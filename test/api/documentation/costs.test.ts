/**
 * Tests that the totals in docs/costs.md match the counts and prices listed there, and that the prices match
 * the benchmark's prices.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { costTable, dollarsPerMillion } from '../../bench/costs/cost-table.ts';
import { LIST_PRICES, type Used } from '../../bench/costs/list-prices.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/costs.md'), 'utf8');

/** Returns the rows of the table that starts with this heading, without Markdown markup. */
function tableOf(heading: string): string[][] {
  const [, text = ''] = page.split(new RegExp(`^(?=\\| ${heading} )`, 'm'));
  const lines = text.split('\n');
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('*', '').trim()),
    );
}

const NOTHING = Object.fromEntries(Object.keys(LIST_PRICES).map((part) => [part, 0])) as Record<
  keyof Used,
  number
>;

describe('the cost table per submission', () => {
  const [[, ...kinds] = [], , ...rows] = tableOf('One submission uses');
  const sums = rows.at(-1)!.slice(1);
  const parts = rows.slice(0, -1);

  it('covers four kinds of submissions, two of them in a steady flow', () => {
    expect(kinds).toEqual([
      'plain',
      'plain, steady',
      'with a webhook',
      'with a webhook, steady',
      'with an e-mail',
      'with a file of 1 MB',
      '$ for a million',
    ]);
  });

  it.each([0, 1, 2, 3, 4, 5])('has the correct total for kind %i', (kind) => {
    const sum = parts.reduce((total, cells) => total + Number(cells[kind + 1]) * Number(cells.at(-1)), 0);
    // The measured values in the table are rounded, so allow a small difference.
    expect(Math.abs(sum - Number(sums[kind]))).toBeLessThan(0.02);
    expect(sum).toBeGreaterThan(1);
  });

  it("uses the benchmark's prices", () => {
    const listed = new Map(
      Object.values(LIST_PRICES).map(({ what, perMillion }) => [what as string, perMillion]),
    );
    for (const cells of parts)
      expect([cells[0], Number(cells.at(-1))]).toEqual([cells[0], listed.get(cells[0]!)]);
  });
});

it('calculates the monthly total', () => {
  const [, , ...rows] = tableOf('Idle resource');
  for (const [what, count, each, month] of rows.slice(0, -1))
    expect([what, (Number(count) * Number(each)).toFixed(2)]).toEqual([what, month]);
  const months = rows.slice(0, -1).map(([, , , month]) => Number(month));
  expect(months.reduce((sum, month) => sum + month).toFixed(2)).toBe(rows.at(-1)!.at(-1));
});

it('adds up the examples in the other tables', () => {
  const perMillion = tableOf('One submission uses').at(-1)!.slice(1, 7).map(Number);
  const [plain = 0, , webhook = 0, , mailed = 0, withFile = 0] = perMillion;
  const everything = webhook + mailed + withFile - 2 * plain;
  // While submissions arrive, eleven metrics have values and cost $0.30 each.
  const fixed = Number(tableOf('Idle resource').at(-1)!.at(-1)) + 11 * 0.3;
  expect(page).toContain(
    `A million submissions with a webhook, a notification and a file cost $${everything.toFixed(2)}`,
  );
  const [, , ...rows] = tableOf(' *Submissions per month');
  expect(rows.map(([posts]) => posts)).toEqual(['1,000', '100,000', '10,000,000']);
  for (const row of rows) {
    const [posts = 0, ...columns] = row.map((cell) => Number(cell.replaceAll(',', '')));
    const millions = posts / 1_000_000;
    // A million 1 KB submissions take up 1 GB in DynamoDB, and a million 1 MB files take up 1,000 GB in S3.
    const parts = [fixed, millions * everything, millions * 1000 * 0.023, millions * (0.25 + 0.2)];
    const sum = parts.reduce((total, part) => total + part);
    [...parts, sum].forEach((expected, at) => expect(Math.abs(columns[at]! - expected)).toBeLessThan(0.01));
  }
});

it('links to every pricing page', () => {
  for (const { page: address } of Object.values(LIST_PRICES)) expect(page).toContain(`](${address})`);
});

describe("the benchmark's cost table", () => {
  it('multiplies usage by its price', () => {
    // 1 request at $1, 3 invocations at $0.20, 8 read units at $0.125 and 10 write units at $0.625. Prices
    // are per million.
    const used = { ...NOTHING, requests: 1, invocations: 3, readUnits: 8, writeUnits: 10 };
    expect(dollarsPerMillion(used)).toBeCloseTo(1 + 0.6 + 1 + 6.25);
  });

  it('leaves out services that no kind of submission uses', () => {
    const plain = { ...NOTHING, requests: 1 };
    expect(
      costTable([
        ['plain', plain],
        ['mailed', { ...plain, emails: 1 }],
      ]),
    ).toBe(
      [
        '| One submission uses | plain | mailed | $ for a million |',
        '| --- | --: | --: | --: |',
        '| requests to the HTTP API | 1 | 1 | 1 |',
        '| e-mails by SES | 0 | 1 | 100 |',
        '| **$ for a million submissions** | **1.00** | **101.00** |  |',
      ].join('\n'),
    );
  });
});
