/**
 * Installs the n8n package and provides a service and n8n's webhook server. Importing this module starts them
 * before the tests.
 */
import { installPackage, type InstalledPackage } from '../support/n8n/installed-package.ts';
import { startWebhookServer, type WebhookServer } from '../support/n8n/webhook-server.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

export let installed: InstalledPackage;
export let service: ServiceUnderTest;
export let n8n: WebhookServer;
beforeAll(async () => {
  installed = installPackage();
  [service, n8n] = await Promise.all([sharedServiceAccount(), startWebhookServer()]);
});
afterAll(async () => {
  installed.remove();
  await n8n.stop();
});

export const withKey = () => ({
  svcFormsApi: { baseUrl: `${service.baseUrl}/`, apiKey: service.outputs.management_key },
});
const fields = [
  { name: 'email', type: 'email' },
  { name: 'seats', type: 'number' },
  { name: 'newsletter', type: 'checkbox' },
  { name: 'days', type: 'choices', options: ['mon', 'tue'] },
  { name: 'start', type: 'date' },
  { name: 'zip', type: 'text' },
];

export async function newForm(name: string): Promise<string> {
  const { status, body } = await service.manage('POST', '/v1/forms', { name, fields });
  expect(status).toBe(201);
  return body.id;
}

export const chosen = (id: string) => ({ __rl: true, mode: 'list', value: id });

export async function post(formId: string, values: object): Promise<string> {
  const response = await service.request(`/v1/f/${formId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}
