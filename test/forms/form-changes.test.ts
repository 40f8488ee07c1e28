import { formJobStore } from '../../lambdas/form-jobs/form-job-store.ts';
import { HOUR } from '../../lambdas/core/clock.ts';
import { formStatuses, type FormStatus } from '../../lambdas/forms/form.ts';
import { newAccount } from '../support/samples/accounts.ts';
import { startOperations, type TestOperations } from '../support/service/operations.ts';

let service: TestOperations;
let key: string;

beforeAll(async () => {
  service = await startOperations();
  ({ key } = await newAccount(service.stores));
});
afterAll(() => service.stop());

let made = 0;
async function form(body: Record<string, unknown> = {}) {
  made += 1;
  const response = await service.call('createForm', {
    key,
    body: { name: 'A form', slug: `slug-${made}`, ...body },
  });
  expect(response.status).toBe(201);
  return response.body;
}
const change = (id: string, body: unknown) => service.call('updateForm', { key, path: { id }, body });
const get = (id: string) => service.call('getForm', { key, path: { id } });
const remove = (id: string) => service.call('deleteForm', { key, path: { id } });
const post = (slug: string) =>
  service.call('submitForm', { path: { slug }, body: { name: 'Ada' } }).then(({ status, body }) => ({
    status,
    problem: (body.type as string | undefined)?.split('/').at(-1),
  }));

async function formIn(status: FormStatus) {
  const fresh = await form({ status });
  expect(fresh.status).toBe(status);
  return fresh;
}

const ALLOWED = ['draft→live', 'live→paused', 'paused→live'];

it.each(formStatuses.flatMap((from) => formStatuses.map((to) => ({ from, to }))))(
  'lets a $from form become $to only if that is allowed',
  async ({ from, to }) => {
    const { id, slug } = await formIn(from);
    const { status, body } = await change(id, { status: to });
    const stays = from === to;
    if (stays || ALLOWED.includes(`${from}→${to}`)) {
      expect({ status, became: body.status }).toEqual({ status: 200, became: to });
      expect((await post(slug)).status).toBe(to === 'live' ? 201 : 403);
    } else {
      expect({ status, type: body.type }).toEqual({
        status: 409,
        type: expect.stringMatching(/\/problems\/conflict$/),
      });
      expect((await get(id)).body.status).toBe(from);
    }
  },
);

it('stores where a form is managed, and resets it with null', async () => {
  const { id, managed_by } = await form({ managed_by: ' forms.yaml ' });
  expect(managed_by).toBe('forms.yaml');
  expect((await change(id, { name: 'Renamed' })).body.managed_by).toBe('forms.yaml');
  expect((await change(id, { managed_by: 'x'.repeat(101) })).body.errors).toMatchObject([
    { path: 'managed_by', message: 'must be at most 100 characters' },
  ]);
  expect((await change(id, { managed_by: null })).body.managed_by).toBeNull();
  expect((await form({})).managed_by).toBeNull();
});

it('stops accepting submissions by slug and ID as soon as a form is paused', async () => {
  const { id, slug } = await form();
  for (const name of [slug, id]) expect((await post(name)).status).toBe(201);
  await change(id, { status: 'paused' });
  for (const name of [slug, id]) expect(await post(name)).toEqual({ status: 403, problem: 'form-not-live' });
  await change(id, { status: 'live' });
  for (const name of [slug, id]) expect((await post(name)).status).toBe(201);
});

it("also accepts uploads by the form's ID", async () => {
  const { id } = await form();
  const body = { field: 'cv', name: 'cv.pdf', content_type: 'application/pdf', size: 3 };
  expect((await service.call('createUpload', { path: { slug: id }, body })).status).toBe(201);
});

it("changes a form's slug immediately and frees the old one", async () => {
  const { id, slug } = await form();
  expect((await change(id, { slug: 'moved-here' })).body).toMatchObject({ id, slug: 'moved-here' });
  expect((await post('moved-here')).status).toBe(201);
  expect((await post(id)).status).toBe(201);
  expect(await post(slug)).toEqual({ status: 404, problem: 'form-not-found' });
  expect((await form({ slug })).slug).toBe(slug);
});

it("refuses another form's slug and changes nothing", async () => {
  const [first, second] = [await form(), await form()];
  expect((await change(first.id, { slug: second.slug, name: 'Other' })).status).toBe(409);
  expect((await get(first.id)).body).toEqual(first);
  expect((await change(first.id, { slug: first.slug })).status).toBe(200);
});

it('gives a slug to exactly one of many forms that request it concurrently', async () => {
  const forms = await Promise.all(Array.from({ length: 8 }, () => form()));
  const responses = await Promise.all(forms.map(({ id }) => change(id, { slug: 'wanted' })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  const owner = responses.find(({ status }) => status === 200)!.body.id;
  for (const { id, slug } of forms) {
    expect((await get(id)).body.slug).toBe(id === owner ? 'wanted' : slug);
    expect((await post(slug)).status).toBe(id === owner ? 404 : 201);
  }
});

it('keeps both changes if two requests change different fields at the same time', async () => {
  const { id } = await form();
  await Promise.all([
    change(id, { name: 'Renamed' }),
    change(id, { honeypot_field: 'url' }),
    change(id, { slug: 'both-changed' }),
  ]);
  expect((await get(id)).body).toMatchObject({
    name: 'Renamed',
    honeypot_field: 'url',
    slug: 'both-changed',
  });
});

it("deletes a form at once, so that it can't be read, submitted to, or listed, and its slug is free", async () => {
  const { id, slug } = await form();
  expect(await remove(id)).toMatchObject({ status: 204, text: '' });
  expect((await get(id)).status).toBe(404);
  for (const name of [slug, id]) expect(await post(name)).toEqual({ status: 404, problem: 'form-not-found' });
  expect((await change(id, { name: 'Back' })).status).toBe(404);
  expect((await remove(id)).status).toBe(404);
  for (const name of ['listSubmissions', 'listWebhooks'] as const) {
    expect((await service.call(name, { key, path: { id } })).status).toBe(404);
  }
  const { body } = await service.call('listForms', { key, query: { limit: '100' } });
  expect(body.data.map((each: { id: string }) => each.id)).not.toContain(id);
  expect((await form({ slug })).slug).toBe(slug);
});

it("does not delete another account's form", async () => {
  const { id } = await form();
  const stranger = await newAccount(service.stores);
  expect((await service.call('deleteForm', { key: stranger.key, path: { id } })).status).toBe(404);
  expect((await get(id)).status).toBe(200);
});

it('deletes a form only once if deletions and changes race and re-creates nothing', async () => {
  const { id, slug } = await form();
  const responses = await Promise.all([
    ...Array.from({ length: 4 }, () => remove(id)),
    ...Array.from({ length: 4 }, (_, index) => change(id, { name: `Name ${index}`, slug: `raced-${index}` })),
  ]);
  expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  for (const { status } of responses) expect([200, 204, 404, 409]).toContain(status);
  expect((await get(id)).status).toBe(404);
  for (const each of [id, slug, 'raced-0', 'raced-1', 'raced-2', 'raced-3']) {
    expect((await post(each)).status).toBe(404);
  }
});

describe("a change's form job", () => {
  const jobs = () => formJobStore(service.stores.db, service.stores.tables.formJobs);

  it('is stored with a deletion even if the queue refuses its message', async () => {
    const { id } = await form();
    await remove(id);
    expect(await jobs().find(id, 'deletion')).toMatchObject({ form_id: id, kind: 'deletion' });
  });

  it('is stored with a new retention and replaced by the next one', async () => {
    const { id } = await form();
    await change(id, { name: 'Only renamed', retention_days: null });
    expect(await jobs().find(id, 'retention')).toBeUndefined();
    await change(id, { retention_days: 30 });
    const first = await jobs().find(id, 'retention');
    await change(id, { retention_days: 60 });
    const second = await jobs().find(id, 'retention');
    expect(second!.version).toBeGreaterThan(first!.version);
    expect(await jobs().finish(first!)).toBe(false);
    expect(await jobs().finish(second!)).toBe(true);
  });

  it("is found if it hasn't been processed for an hour", async () => {
    const { id } = await form();
    await remove(id);
    const removal = (await jobs().find(id, 'deletion'))!;
    const found = async (now: number) =>
      (await jobs().untouchedSince(now - HOUR)).some(({ form_id }) => form_id === id);
    expect(await found(Date.now())).toBe(false);
    expect(await found(Date.now() + HOUR + 1000)).toBe(true);
    await jobs().touch(removal, Date.now() + HOUR);
    expect(await found(Date.now() + HOUR + 1000)).toBe(false);
  });
});

describe('a form found by its slug', () => {
  it('is the same as when found by its ID', async () => {
    const { id, slug } = await form();
    const [bySlug, byId] = [await get(slug), await get(id)];
    expect(bySlug.status).toBe(200);
    expect(bySlug.body).toEqual(byId.body);
    expect(bySlug.headers['etag']).toBe(byId.headers['etag']);
  });

  it("is not found if it belongs to another account, and its ID isn't revealed", async () => {
    const { id, slug } = await form();
    const { key: other } = await newAccount(service.stores);
    const { status, body } = await service.call('getForm', { key: other, path: { id: slug } });
    expect([status, body.detail]).toEqual([404, `There is no form "${slug}".`]);
    expect(JSON.stringify(body)).not.toContain(id);
  });

  it.each(['no-such-form', 'A B', 'x', `a${'b'.repeat(3000)}`])('is not found: %#', async (slug) => {
    expect((await get(slug)).status).toBe(404);
  });

  it('can be read but not changed or deleted', async () => {
    const { slug } = await form();
    expect((await change(slug, { name: 'X' })).status).toBe(404);
    expect((await remove(slug)).status).toBe(404);
  });
});

it('resets the honeypot field to its default if it is set to null', async () => {
  const { id, honeypot_field } = await form({ honeypot_field: 'website' });
  expect(honeypot_field).toBe('website');
  expect((await change(id, { name: 'X' })).body.honeypot_field).toBe('website');
  expect((await change(id, { honeypot_field: null })).body.honeypot_field).toBe('_gotcha');
  expect((await form({ honeypot_field: null })).honeypot_field).toBe('_gotcha');
});
