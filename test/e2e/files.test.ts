import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchUnchecked } from '../support/service/fetch-unchecked.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

interface ShownFile {
  id: string;
  field: string;
  name: string;
  content_type: string;
  size: number;
  url: string;
}

const MEGABYTE = 1_048_576;

let service: ServiceUnderTest;
let receiver: Receiver;
let form: { id: string; slug: string };

beforeAll(async () => {
  [service, receiver] = await Promise.all([sharedServiceAccount(), startReceiver()]);
  form = (await service.manage('POST', '/v1/forms', { name: 'Applications' })).body;
  await service.manage('POST', `/v1/forms/${form.id}/webhooks`, { url: receiver.url });
});
afterAll(() => receiver.stop());

const post = (body: FormData | string, path = '') =>
  service.request(`/v1/f/${form.slug}${path}`, {
    method: 'POST',
    body,
    ...(typeof body === 'string' && { headers: { 'content-type': 'application/json' } }),
  });

/** Follows the service's redirect and returns the bucket's response. */
async function follow(url: string): Promise<Response> {
  const sent = await service.request(url);
  expect(sent.status).toBe(302);
  return fetchUnchecked(sent.headers.get('location')!);
}

/**
 * Returns true if the emulated buckets contain an object with this text in its key. The emulator stores
 * objects as files on disk.
 */
function isStored(part: string): boolean {
  const folder = join(service.folder, 's3');
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return paths.some((entry) => entry.isFile() && join(entry.parentPath, entry.name).includes(part));
}

it('stores a file from a browser, sends its link to webhooks, and serves it', async () => {
  const body = new FormData();
  body.append('name', 'Ada');
  body.append('cv', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'Lebenslauf Müller.pdf');
  body.append('letter', new Blob([]), '');
  const response = await post(body);
  expect(response.status).toBe(201);
  const { id, files } = (await response.json()) as { id: string; files: number };
  expect(files).toBe(1);

  const webhook = await receiver.untilOne(({ body: { data } }) => data['submission_id'] === id);
  const [delivered] = webhook.body.data['files'] as ShownFile[];
  expect(delivered).toEqual({
    id: expect.stringMatching(/^file_/),
    field: 'cv',
    name: 'Lebenslauf Müller.pdf',
    content_type: 'application/pdf',
    size: 8,
    url: expect.stringContaining(`${service.baseUrl}/v1/submissions/${id}/files/`),
  });

  const file = await follow(delivered!.url);
  expect([file.status, await file.text()]).toEqual([200, '%PDF-1.7']);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('content-disposition')).toContain(`filename*=UTF-8''Lebenslauf%20M%C3%BCller.pdf`);
  expect((await service.request(`${delivered!.url}x`)).status).toBe(403);

  const shown = await service.manage('GET', `/v1/submissions/${id}`);
  expect(shown.body.attachments).toEqual([{ ...delivered, url: expect.any(String) }]);

  expect((await service.manage('DELETE', `/v1/submissions/${id}`)).status).toBe(204);
  expect((await service.request(delivered!.url)).status).toBe(403);
  while (isStored(delivered!.id)) await pause(50);
});

it('accepts a large file through an upload and cleans up afterwards', async () => {
  const content = Buffer.alloc(25 * MEGABYTE, 'film');
  const asked = { field: 'film', name: 'film.mp4', content_type: 'video/mp4', size: content.length };
  const ticket = (await (await post(JSON.stringify(asked), '/uploads')).json()) as {
    upload_id: string;
    url: string;
    fields: Record<string, string>;
  };
  const upload = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) upload.append(name, value);
  upload.append('file', new Blob([content]), 'film.mp4');
  expect((await fetchUnchecked(ticket.url, { method: 'POST', body: upload })).status).toBe(204);
  expect(isStored(ticket.upload_id)).toBe(true);

  const response = await post(JSON.stringify({ name: 'Ada', _uploads: [ticket.upload_id] }));
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  const { body } = await service.manage('GET', `/v1/submissions/${id}`);
  expect(body).toMatchObject({ files: 1, payload: { name: 'Ada' } });
  const file = await follow(body.attachments[0].url);
  expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);

  // When the upload ends, the table's stream invokes the function that cleans up the bucket.
  while (isStored(ticket.upload_id)) await pause(50);
});
