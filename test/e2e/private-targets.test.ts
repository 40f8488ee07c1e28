/** Tests a service that refuses private webhook targets, as every deployed stage does. */
import { startService, type RunningService } from '../support/service/service.ts';

let service: RunningService;
beforeAll(async () => {
  const settings = { allowPrivateWebhookTargets: false };
  service = await startService({ withDemoData: true, env: { SVC_SETTINGS: JSON.stringify(settings) } });
});
afterAll(() => service.stop());

it('starts with the demo data but without its webhooks', async () => {
  const { body: forms } = await service.manage('GET', '/v1/forms');
  expect(forms.data).toHaveLength(3);
  for (const { id } of forms.data)
    expect((await service.manage('GET', `/v1/forms/${id}/webhooks`)).body.data).toEqual([]);
  const { body: submissions } = await service.manage('GET', '/v1/submissions?limit=100');
  expect(submissions.data.length).toBeGreaterThan(10);
});

it.each([
  'http://127.0.0.1:9/crm',
  'http://[::ffff:127.0.0.1]/crm',
  'http://10.1.2.3/crm',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fe80::1]/crm',
])('stores no webhook to %s, either for a form or for the account', async (url) => {
  const { id } = service.outputs.form;
  for (const path of [`/v1/forms/${id}/webhooks`, '/v1/webhooks']) {
    const { status, body } = await service.manage('POST', path, { url });
    expect([status, body.errors[0].path]).toEqual([422, 'url']);
  }
});
