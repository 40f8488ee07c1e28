/** Checks that docs/smoke.md matches the steps of the smoke test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { smokeSteps } from '../../smoke/smoke-steps.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const read = (name: string): string => readFileSync(join(DOCS, name), 'utf8');
const page = read('smoke.md');
const names = smokeSteps.map(({ name }) => name);

/** Returns the rows of the table below a heading, without the header row. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const lines = section.split('\n## ')[0]!.split('\n');
  const rows = lines.filter((line) => line.startsWith('|')).slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

it('describes every step in the order in which the steps run', () => {
  expect(rowsBelow('Steps').map(([name]) => name)).toEqual(names.map((name) => `\`${name}\``));
});

it("lists an existing step or a manual check for everything that hasn't been proven on AWS", () => {
  const rows = rowsBelow('What is not proven on AWS yet');
  expect(rows.length).toBeGreaterThan(20);
  const wrong = rows.filter(([, step = '', how]) =>
    step === 'manual' ? how === '' : !names.includes(step.replaceAll('`', '')),
  );
  expect(wrong).toEqual([]);
  // All steps except those that behave the same on every machine.
  const proving = new Set(rows.map(([, step]) => step));
  expect(names.filter((name) => !proving.has(`\`${name}\``))).toEqual(['submissions', 'rate-limit']);
});

it("is linked from every page that mentions something that hasn't been proven on AWS", () => {
  const says = /(?:been )?tried on AWS yet|measured on AWS|only AWS can/i;
  const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md') && name !== 'smoke.md');
  const saying = new Set([
    'backup-and-restore.md',
    ...pages.filter((name) => says.test(read(name).replaceAll(/\s+/g, ' '))),
  ]);
  expect(saying.size).toBeGreaterThan(3);
  const link = '](smoke.md#what-is-not-proven-on-aws-yet)';
  expect([...saying].filter((name) => !read(name).includes(link))).toEqual([]);
});
