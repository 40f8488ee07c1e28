/** Tests data requests in a running service. */
import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { eventually } from '../../support/browser/eventually.ts';
import { fetchUnchecked } from '../../support/service/fetch-unchecked.ts';
import type { ServiceUnderTest } from '../../support/service/service.ts';
import { sharedServiceAccount } from '../../support/service/shared-service.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await sharedServiceAccount();
});

const newForm = async (input: object = {}): Promise<{ id: string; slug: string }> =>
  (await service.manage('POST', '/v1/forms', { name: randomUUID(), rate_limit: 1000, ...input })).body;

async function post(form: { slug: string }, body: URLSearchParams | FormData): Promise<string> {
  const response = await service.request(`/v1/f/${form.slug}`, {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
  });
  return ((await response.json()) as { id: string }).id;
}

const read = async (id: string): Promise<any> =>
  (await service.manage('GET', `/v1/data-requests/${id}`)).body;

async function reaches(id: string, status: string): Promise<any> {
  const body = await eventually(
    () => read(id),
    (each) => each.status === status || each.status === 'failed',
  );
  expect(body).toMatchObject({ status });
  return body;
}

it('exports everything that a person sent to any form, including files', async () => {
  const email = `${randomUUID()}@example.com`;
  const contact = await newForm({ language: 'de' });
  const first = await post(contact, new URLSearchParams({ name: 'Ada', email }));
  const upload = new FormData();
  upload.append('email', email.toUpperCase());
  for (const text of ['one', 'two']) upload.append('cv', new Blob([text]), '../CV:1.txt');
  const second = await post(contact, upload);
  await post(contact, new URLSearchParams({ name: 'Bob', email: `x${email}` }));

  const { status, body } = await service.manage('POST', '/v1/data-requests', {
    kind: 'export',
    email,
    note: 'Ticket 1',
  });
  expect(status).toBe(202);
  expect(body).toMatchObject({ kind: 'export', email, note: 'Ticket 1', status: 'searching' });

  const finished = await reaches(body.id, 'finished');
  expect(finished).toMatchObject({
    email: null,
    note: null,
    counts: { submissions: 2, spam: 0, files: 2 },
    forms: [{ form_id: contact.id, submissions: 2 }],
    certificate: { kind: 'export', counts: { submissions: 2 } },
  });
  expect(JSON.stringify(finished)).not.toContain(email);
  const matches = await service.manage('GET', `/v1/data-requests/${body.id}/matches`);
  expect(matches.body).toEqual({ data: [], next_cursor: null });

  const files = unzipSync(new Uint8Array(await (await fetchUnchecked(finished.download_url)).arrayBuffer()));
  expect(Object.keys(files).toSorted()).toEqual([
    'about.txt',
    `files/${second}/CV_1 (2).txt`,
    `files/${second}/CV_1.txt`,
    'submissions.csv',
    'submissions.json',
  ]);
  const submissions = JSON.parse(strFromU8(files['submissions.json']!));
  expect(submissions.map(({ id }: any) => id).toSorted()).toEqual([first, second].toSorted());
  expect(submissions[0].timeline[0].type).toBe('stored');
  expect(strFromU8(files['submissions.csv']!)).toContain(email);
  expect(strFromU8(files['about.txt']!)).toContain(`Gesucht wurde nach: ${email}`);
  expect(strFromU8(files[`files/${second}/CV_1.txt`]!)).toBe('one');
});

it('shows what an erasure found and waits for confirmation', async () => {
  const word = randomUUID();
  const form = await newForm();
  const id = await post(form, new URLSearchParams({ name: 'Ada', message: `Hello ${word}` }));
  const request = (await service.manage('POST', '/v1/data-requests', { kind: 'erase', terms: [word] })).body;
  const ready = await reaches(request.id, 'ready');
  expect(ready).toMatchObject({ terms: [word], counts: { submissions: 1 } });
  expect(ready).not.toHaveProperty('certificate');
  const { body } = await service.manage('GET', `/v1/data-requests/${request.id}/matches?limit=1`);
  expect(body).toEqual({
    data: [
      {
        submission_id: id,
        form_id: form.id,
        received_at: expect.any(String),
        status: 'received',
        fields: ['message'],
      },
    ],
    next_cursor: null,
  });
  const { body: list } = await service.manage('GET', '/v1/data-requests?limit=1');
  expect(list.data[0].id).toBe(request.id);

  expect((await service.manage('DELETE', `/v1/data-requests/${request.id}`)).status).toBe(204);
  expect((await reaches(request.id, 'cancelled')).terms).toBeNull();
  expect((await service.manage('POST', `/v1/data-requests/${request.id}/confirm`)).status).toBe(409);
});
