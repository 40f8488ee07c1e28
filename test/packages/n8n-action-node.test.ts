/** Tests the n8n package's action node with a running service. */
import type { INodeExecutionData } from 'n8n-workflow';
import { nodeFunctions, type NodeSettings } from '../support/n8n/node-functions.ts';
import { installed, service, withKey, newForm, chosen, post } from './n8n-package-fixture.ts';

/** Returns the items that the action node outputs. */
async function run(
  parameters: NodeSettings['parameters'],
  settings: Partial<NodeSettings> = {},
): Promise<INodeExecutionData[]> {
  const node = installed.nodes['svcForms']!;
  const { execute } = nodeFunctions(installed, { parameters, credentials: withKey(), ...settings });
  const [items] = (await node.execute!.call(execute)) as INodeExecutionData[][];
  return items!;
}

describe('the action node', () => {
  let formId: string;
  const submission = (operation: string, parameters: object = {}) => ({
    resource: 'submission',
    operation,
    formId: chosen(formId),
    ...parameters,
  });
  beforeAll(async () => {
    formId = await newForm('Acted on');
  });

  it('creates, reads, lists, finds, and changes a submission', async () => {
    const mapping = {
      mappingMode: 'defineBelow',
      value: { email: 'grace@example.com', seats: 7, newsletter: true, zip: null },
    };
    const [created] = await run(
      submission('create', { fields: mapping, options: { idempotencyKey: 'one' } }),
    );
    expect(created).toEqual({
      json: {
        id: expect.stringMatching(/^sub_/),
        form_id: formId,
        received_at: expect.any(String),
        status: 'received',
        message: expect.any(String),
      },
      pairedItem: { item: 0 },
    });
    const submissionId = created!.json['id'] as string;
    const [again] = await run(submission('create', { fields: mapping, options: { idempotencyKey: 'one' } }));
    expect(again!.json).toMatchObject({ id: submissionId, idempotent_replay: true });

    const payload = { email: 'grace@example.com', seats: 7, newsletter: true };
    const [read] = await run(submission('get', { submissionId }));
    expect(read!.json).toMatchObject({ id: submissionId, payload });
    const [untyped] = await run(submission('get', { submissionId, typed: false }));
    expect(untyped!.json['payload']).toEqual({ email: 'grace@example.com', seats: '7', newsletter: 'true' });
    const listed = await run(submission('getAll', { returnAll: true, filters: { status: 'received' } }));
    expect(listed.map(({ json }) => json['id'])).toEqual([submissionId]);
    const found = await run(submission('search', { formScope: 'all', q: 'GRACE example' }));
    expect(found.map(({ json }) => json['id'])).toEqual([submissionId]);
    expect(await run(submission('search', { q: 'nobody' }))).toEqual([]);

    const changes = { starred: true, note: 'Called' };
    const [changed] = await run(submission('update', { submissionId, changes }));
    expect(changed!.json).toMatchObject({ starred: true, note: 'Called', payload });
    const [cleared] = await run(submission('update', { submissionId, changes: { note: '' } }));
    expect(cleared!.json).toMatchObject({ note: null });
  });

  it("submits the item's properties if fields are mapped automatically", async () => {
    const fields = { mappingMode: 'autoMapInputData', value: null };
    const items = [{ json: { email: 'a@example.com' } }, { json: { email: 'b@example.com' } }];
    const created = await run(submission('create', { fields }), { items });
    expect(created.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
    const [, second] = created;
    const read = await service.manage('GET', `/v1/submissions/${second!.json['id'] as string}`);
    expect(read.body.payload).toEqual({ email: 'b@example.com' });
  });

  it('changes several submissions in one request and returns each result', async () => {
    const ids = [await post(formId, { seats: '1' }), await post(formId, { seats: '2' })];
    const unknown = `${ids[0]!.slice(0, -1)}${ids[0]!.endsWith('0') ? '1' : '0'}`;
    const outcomes = await run(
      submission('changeMany', { change: 'star', submissionIds: `${ids.join(', ')}\n${unknown}` }),
      { items: [{ json: {} }, { json: {} }] },
    );
    expect(outcomes.map(({ json }) => [json['id'], json['ok'], json['action']])).toEqual([
      [ids[0], true, 'star'],
      [ids[1], true, 'star'],
      [unknown, false, 'star'],
    ]);
    expect(outcomes[2]!.json['error']).toEqual(expect.stringContaining(unknown));
  });

  it('exports to a file', async () => {
    const exporting = submission('export', {
      format: 'csv',
      options: { delimiter: 'semicolon', timeZone: 'Europe/Berlin' },
      filters: { since: '2020-01-01T00:00:00', starred: true },
    });
    const [item] = await run(exporting, { timeZone: 'Europe/Berlin' });
    const { data, fileName, mimeType } = item!.binary!['data']!;
    expect(fileName).toBe(`${formId}.csv`);
    expect(mimeType).toContain('text/csv');
    const text = Buffer.from(data, 'base64').toString();
    expect(text.split('\r\n')[0]).toContain('"id";"received_at";"status"');
    expect(item!.json).toEqual({
      form_id: formId,
      name: `${formId}.csv`,
      size: Buffer.from(data, 'base64').length,
    });
  });

  it("downloads each of a submission's files as an item", async () => {
    const form = new FormData();
    form.append('email', 'files@example.com');
    form.append('cv', new File(['%PDF-1'], 'cv.pdf', { type: 'application/pdf' }));
    form.append('cv', new File(['hello'], 'letter.txt', { type: 'text/plain' }));
    const { slug } = service.outputs.form;
    const response = await service.request(`/v1/f/${slug}`, { method: 'POST', body: form });
    const { id } = (await response.json()) as { id: string };
    const downloading = { resource: 'file', operation: 'download', submissionId: id };
    const items = await run(downloading);
    expect(items.map(({ json }) => [json['name'], json['size'], json['field']])).toEqual([
      ['cv.pdf', 6, 'cv'],
      ['letter.txt', 5, 'cv'],
    ]);
    const texts = items.map(({ binary }) => Buffer.from(binary!['data']!.data, 'base64').toString());
    expect(texts).toEqual(['%PDF-1', 'hello']);
    const [only] = await run({ ...downloading, fileId: items[1]!.json['id'] });
    expect(only!.json).toEqual(items[1]!.json);
  });

  it('lists and reads forms', async () => {
    const forms = await run({ resource: 'form', operation: 'getAll', filters: { q: 'acted on' } });
    expect(forms.map(({ json }) => json['id'])).toEqual([formId]);
    const [form] = await run({ resource: 'form', operation: 'get', formId: chosen(formId) });
    expect(form!.json).toMatchObject({ id: formId, name: 'Acted on', status: 'live' });
  });

  it('works with an access token', async () => {
    const { body: me } = await service.manage('GET', '/v1/me');
    const response = await service.request('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: me.id,
        client_secret: service.outputs.management_key,
      }),
    });
    const { access_token: accessToken } = (await response.json()) as { access_token: string };
    const credentials = { svcFormsOAuth2Api: { baseUrl: service.baseUrl, accessToken } };
    const [form] = await run(
      { authentication: 'oAuth2', resource: 'form', operation: 'get', formId: chosen(formId) },
      { credentials },
    );
    expect(form!.json).toMatchObject({ id: formId });
  });

  it("shows the service's error and continues if configured to do so", async () => {
    const wrong = submission('create', {
      fields: { mappingMode: 'defineBelow', value: { email: 'no address', seats: 'many' } },
    });
    await expect(run(wrong)).rejects.toMatchObject({
      name: 'NodeApiError',
      httpCode: '422',
      message: 'Invalid values',
      description: expect.stringMatching(/email: [^\n]+\nseats: [^\n]+\nRequest \S+$/),
    });
    const [item] = await run(wrong, { continueOnFail: true });
    expect(item).toEqual({
      json: { error: 'Invalid values', description: expect.stringContaining('email: ') },
      pairedItem: { item: 0 },
    });
    const bad = { svcFormsApi: { baseUrl: service.baseUrl, apiKey: 'svc_mgmt_wrong' } };
    await expect(run(submission('getAll'), { credentials: bad })).rejects.toMatchObject({ httpCode: '401' });
  });
});
