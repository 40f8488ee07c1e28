/** Imports a file into a form, as a client does. */
import { setTimeout as pause } from 'node:timers/promises';
import { fetchUnchecked } from './fetch-unchecked.ts';
import type { ServiceUnderTest } from './service.ts';

type Managed = Pick<ServiceUnderTest, 'manage'>;

/** Starts an import and uploads its file. Returns the import as created. */
export async function startImport(
  service: Managed,
  formId: string,
  body: object,
  file: string | Buffer,
): Promise<any> {
  const created = await service.manage('POST', `/v1/forms/${formId}/imports`, body);
  expect(created).toMatchObject({
    status: 201,
    body: { status: 'waiting', upload: { max_bytes: 52_428_800 } },
  });
  const { url, fields } = created.body.upload as { url: string; fields: Record<string, string> };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'file.csv');
  expect((await fetchUnchecked(url, { method: 'POST', body: form })).status).toBeLessThan(300);
  return created.body;
}

/** Polls until the import has one of these statuses. */
export async function untilImport(service: Managed, id: string, statuses: readonly string[]): Promise<any> {
  const before = Date.now();
  for (;;) {
    const { body } = await service.manage('GET', `/v1/imports/${id}`);
    if (statuses.includes(body.status)) return body;
    if (Date.now() - before > 60_000) throw new Error(JSON.stringify(body));
    await pause(100);
  }
}

/** Imports a file. Returns the import once it has ended or is waiting for confirmation. */
export async function importFile(
  service: Managed,
  formId: string,
  body: object,
  file: string | Buffer,
): Promise<any> {
  const { id } = await startImport(service, formId, body, file);
  return untilImport(service, id, ['finished', 'failed', 'ready']);
}
