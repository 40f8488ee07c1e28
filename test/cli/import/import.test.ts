/** Tests `svc-forms import` against the local service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../cli/command-line.ts';
import { importProgram } from '../../../cli/import/import-program.ts';
import type { ServiceUnderTest } from '../../support/service/service.ts';
import { sharedServiceAccount } from '../../support/service/shared-service.ts';

let service: ServiceUnderTest;
let folder: string;
beforeAll(async () => {
  service = await sharedServiceAccount();
  folder = mkdtempSync(join(tmpdir(), 'svc-import-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function importFile(name: string, content: string, ...args: string[]) {
  const file = join(folder, name);
  writeFileSync(file, content);
  const printed = { out: '', err: '' };
  const terminal = {
    out: (text: string) => void (printed.out += text),
    err: (text: string) => void (printed.err += text),
  };
  const { base_url, management_key } = service.outputs;
  const target = ['--url', base_url, '--key', management_key];
  return { code: await run(importProgram(terminal, 50), [file, ...target, ...args], terminal), ...printed };
}

it('checks a file, imports it, and shows what was skipped and why', async () => {
  const { body: form } = await service.manage('POST', '/v1/forms', { name: 'Imported' });
  const content = '_date,name\n2026-01-31 10:30,Ada\n03/04/2026,Bob\n';
  const args = ['--form', form.slug, '--from', 'formspree', '--time-zone', 'Europe/Berlin'];
  const checked = await importFile('a.csv', content, ...args, '--dry-run');
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.out).toContain('_date -> $received_at');
  expect(checked.out).toContain('Row 1, 2026-01-31T09:30:00.000Z: {"name":"Ada"}');
  expect(checked.out).toContain('Nothing was imported.');
  const done = await importFile('a.csv', content, ...args);
  expect(done.out).toContain(
    '2 rows: 1 imported (0 spam), 0 skipped because they were imported before, 1 with errors.',
  );
  expect(done.out).toContain('Row 2, _date: The time could be day/month or month/day.');
  expect(done.err).not.toContain('Ada');
  const again = JSON.parse((await importFile('a.csv', content, ...args, '--json')).out);
  expect(again).toMatchObject({ status: 'finished', imported: 0, skipped: 1 });
});

it('fails with a reason', async () => {
  const { body: form } = await service.manage('POST', '/v1/forms', { name: 'Imported' });
  const failed = await importFile('b.csv', 'name\nAda\n', '--form', form.id, '--mapping', '{"nam":"name"}');
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.err).toContain(
    'The import failed: The file has no column "nam", but the mapping includes it.',
  );
  expect(await importFile('c.csv', 'name\n', '--form', 'no-such-form')).toMatchObject({ code: 1 });
});
