/** Tests a service with restored tables. Also tests exporting, deleting and importing an account. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { localOutputs } from '../../cli/service-connection.ts';
import { restoreProgram } from '../../cli/restore/restore-program.ts';
import { eventually } from '../support/browser/eventually.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { operatorIn } from '../support/service/operator.ts';
import { restoredCopy } from '../support/service/restored-copy.ts';
import { startService, type RunningService } from '../support/service/service.ts';

let service: RunningService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

const post = async (name: string): Promise<string> => {
  const { slug } = service.outputs.form;
  const response = await service.request(`/v1/f/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ name }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
};
const names = async (): Promise<string[]> => {
  const { body } = await service.manage('GET', `/v1/forms/${service.outputs.form.id}/submissions`);
  return body.data.map(({ payload }: any) => payload.name).toSorted();
};
const received30d = async (): Promise<number> =>
  (await service.manage('GET', `/v1/forms/${service.outputs.form.id}`)).body.counts.received_30d;

it('runs on restored tables: the lost data is back, and new data is stored, delivered, and counted', async () => {
  const form = service.outputs.form.id;
  const { outputs } = localOutputs(service.folder);
  // Ingest reads this copy of the form, which is older than the form's webhook.
  await restoredCopy(service.folder, outputs['FormSlugsTable']!, 'restored-slugs');
  const webhook = await service.manage('POST', `/v1/forms/${form}/webhooks`, { url: receiver.url });
  expect(webhook.status).toBe(201);
  const lost = await post('Ada');
  await post('Bob');
  await eventually(received30d, (count) => count === 2);
  await restoredCopy(service.folder, outputs['SubmissionsTable']!, 'restored-submissions');
  await restoredCopy(service.folder, outputs['FormsTable']!, 'restored-forms');

  // Simulates the accidental changes that the restore must undo.
  expect((await service.manage('DELETE', `/v1/submissions/${lost}`)).status).toBe(204);
  await service.manage('PATCH', `/v1/forms/${form}`, { name: 'Spoilt' });
  expect(await names()).toEqual(['Bob']);

  const restore = operatorIn(service.folder, restoreProgram);
  const tables = 'Submissions=restored-submissions,Forms=restored-forms,FormSlugs=restored-slugs';
  const { code, stdout, stderr } = await restore('--local', '--json', '--tables', tables);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: [
      'restored-submissions is ready to be used as table Submissions.\n',
      'restored-forms is ready to be used as table Forms.\n',
      'restored-slugs is ready to be used as table FormSlugs.\n',
    ].join(''),
  });
  const setting = JSON.parse(stdout);
  expect(setting).toEqual({
    tables: {
      Submissions: {
        name: 'restored-submissions',
        streamArn: expect.stringContaining('table/restored-submissions/stream/'),
      },
      Forms: 'restored-forms',
      FormSlugs: 'restored-slugs',
    },
  });
  // A second restore changes nothing.
  expect((await restore('--local', '--json', '--tables', tables)).stdout).toBe(stdout);
  expect(await restore('--local', '--tables', 'Forms=restored-forms')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('restore Forms and FormSlugs together'),
  });
  expect(await restore('--local', '--tables', 'Submissions=restored-forms')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('restored-forms has the keys'),
  });

  const { folder } = service;
  await service.stop({ keep: true });
  service = await startService({ folder, env: { SVC_SETTINGS: JSON.stringify({ restore: setting }) } });
  expect(await names()).toEqual(['Ada', 'Bob']);
  expect((await service.manage('GET', `/v1/forms/${form}`)).body.name).not.toBe('Spoilt');
  const added = await post('Cy');
  expect(await names()).toEqual(['Ada', 'Bob', 'Cy']);
  await receiver.untilOne(({ body }) => body.data['submission_id'] === added);
  await eventually(received30d, (count) => count === 3);
});

it('exports an account and imports it again after its deletion, using the CLI', async () => {
  const operator = operatorIn(service.folder);
  const { account_id: accountId } = service.outputs;
  const to = join(service.folder, 'export');
  const exported = await operator('export', accountId, '--local', '--to', to, '--with-secrets');
  expect(exported).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^Exported ${accountId} to .*: .*3 submissions.*\\n$`)),
  });
  expect(await operator('import', to, '--local', '--check')).toMatchObject({ code: 0 });
  const again = await operator('import', to, '--local', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ created: false, written: 0 });
  expect(await operator('import', `${to}-of-nobody`, '--local')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not contain a complete export'),
  });
  expect(await operator('export', accountId, '--local', '--to', to)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('contains a different export'),
  });

  const before = receiver.received.length;
  const sent = await service.manage('GET', `/v1/forms/${service.outputs.form.id}/submissions`);
  for (const { id } of sent.body.data)
    expect((await service.manage('DELETE', `/v1/submissions/${id}`)).status).toBe(204);
  expect(await names()).toEqual([]);
  const imported = await operator('import', to, '--local', '--json');
  expect(JSON.parse(imported.stdout)).toMatchObject({ created: false, written: expect.any(Number) });
  expect(await names()).toEqual(['Ada', 'Bob', 'Cy']);
  // Imported submissions don't trigger webhooks or e-mails. If they did, their deliveries would arrive before
  // this new one.
  const last = await post('Dan');
  await receiver.untilOne(({ body }) => body.data['submission_id'] === last);
  expect(receiver.received.slice(before)).toHaveLength(1);
  rmSync(to, { recursive: true });
});
