/**
 * Tests values in the settings of forms, webhooks, keys and apps that could inject a header, a line break or
 * another host.
 */
import type { OperationName } from '../../lambdas/api/operations.ts';
import { makeEverything, type Everything } from '../support/samples/one-of-everything.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { handlersOn } from '../support/service/handlers.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let ours: Everything;

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
  ours = await makeEverything(stores, call);
});
afterAll(() => stores.stop());

const send = (name: OperationName, body: Record<string, unknown>) => {
  const paths: Partial<Record<OperationName, Record<string, string>>> = {
    updateForm: { id: ours.resources['forms']! },
    createWebhook: { id: ours.resources['forms']! },
    updateWebhook: { id: ours.resources['webhooks']! },
  };
  const path = paths[name];
  return call(name, { key: ours.key, ...(path && { path }), body });
};

const APP = { type: 'public', redirect_uris: ['https://shop.example.org/return'] };
const URL = 'https://hooks.example.org/new';

describe.each(['\r\n', '\n', '\r', '\u2028', '\0'])('%j in a one-line text', (breaks) => {
  const text = `Contact${breaks}Bcc: thief@evil.example`;
  it.each<[string, OperationName, Record<string, unknown>]>([
    ['name', 'createForm', { name: text }],
    ['name', 'updateForm', { name: text }],
    ['honeypot_field', 'updateForm', { honeypot_field: text }],
    ['notify_subject', 'updateForm', { notify_subject: text }],
    ['redirect_url', 'updateForm', { redirect_url: `https://www.example.com/${breaks}x` }],
    ['thank_you.heading', 'updateForm', { thank_you: { heading: text } }],
    ['thank_you.link', 'updateForm', { thank_you: { link: `https://www.example.com/${breaks}x` } }],
    ['brand.name', 'updateForm', { brand: { name: text } }],
    ['brand.logo_url', 'updateForm', { brand: { logo_url: `https://www.example.com/${breaks}x.png` } }],
    ['autoresponder.subject', 'updateForm', { autoresponder: { subject: text, text: 'Thanks' } }],
    ['fields.0.name', 'updateForm', { fields: [{ name: text, type: 'text' }] }],
    ['fields.0.label', 'updateForm', { fields: [{ name: 'a', label: text, type: 'text' }] }],
    ['fields.0.options.0', 'updateForm', { fields: [{ name: 'a', type: 'choice', options: [text] }] }],
    ['spam.blocked.0', 'updateForm', { spam: { blocked: [text] } }],
    ['notify_emails.0', 'updateForm', { notify_emails: [`ann@example.com${breaks}`] }],
    ['allowed_origins.0', 'updateForm', { allowed_origins: [`https://www.example.com${breaks}`] }],
    ['name', 'createWebhook', { url: URL, name: text }],
    ['name', 'updateWebhook', { name: text }],
    ['url', 'updateWebhook', { url: `https://hooks.example.org/${breaks}x` }],
    ['headers.x-key', 'updateWebhook', { headers: { 'x-key': text } }],
    ['name', 'createApiKey', { type: 'submission', name: text }],
    ['name', 'createOauthClient', { ...APP, name: text }],
  ])('is refused in %s by %s', async (path, name, body) => {
    const refused = await send(name, body);
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map((each: { path: string }) => each.path)).toContain(path);
  });
});

it.each([
  ['redirect_url', { redirect_url: 'https://bank.example@evil.example/' }],
  ['redirect_url', { redirect_url: 'https://ann:secret@www.example.com/' }],
  ['redirect_url', { redirect_url: 'https://:@www.example.com/' }],
  ['thank_you.link', { thank_you: { link: 'https://bank.example@evil.example/' } }],
  ['brand.logo_url', { brand: { logo_url: 'https://ann@www.example.com/logo.png' } }],
])('refuses a user name or password in %s: %j', async (path, body) => {
  const refused = await send('updateForm', body);
  expect(refused.status).toBe(422);
  expect(refused.body.errors.map((each: { path: string }) => each.path)).toEqual([path]);
});

it.each(['https://*.co.uk', 'https://*.github.io'])('refuses the origin %s', async (entry) => {
  for (const name of ['createForm', 'updateForm'] as const) {
    const refused = await send(name, {
      name: 'Contact',
      allowed_origins: ['https://www.example.com', entry],
    });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'allowed_origins.1' }] } });
  }
});
