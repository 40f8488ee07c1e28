/** Tests which webhook URLs a deployed stage accepts when a webhook is created or changed. */
import { newAccount, type TestAccount } from '../support/samples/accounts.ts';
import { handlersOn } from '../support/service/handlers.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
let account: TestAccount;
let form: { id: string };
let webhook: { id: string };

beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores, {
    ALLOW_HTTP_WEBHOOKS: 'false',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'false',
    OWN_URLS: JSON.stringify([
      'https://abc123.execute-api.eu-central-1.amazonaws.com',
      'https://d111111abcdef8.cloudfront.net',
      'https://front.lambda-url.eu-central-1.on.aws',
      'https://198.51.99.7',
    ]),
  });
  account = await newAccount(stores, { plan: 'team' });
  form = (await call('createForm', { key: account.key, body: { name: 'Contact' } })).body;
  webhook = (await create('https://hooks.example.org/in')).body;
});
afterAll(() => stores.stop());

const create = (url: string) =>
  call('createWebhook', { key: account.key, path: { id: form.id }, body: { url } });
const createForAccount = (url: string) => call('createAccountWebhook', { key: account.key, body: { url } });
const change = (url: string) =>
  call('updateWebhook', { key: account.key, path: { id: webhook.id }, body: { url } });

it.each([
  'http://hooks.example.org/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0x7f.1/',
  'https://127。0。0。1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[fd00:ec2::254]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.100.1:9001/2018-06-01/runtime/invocation/next',
  'https://10.0.0.1/',
  'https://172.31.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://[fe80::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://localhost./',
  'https://api.test/v1/forms',
  'https://API.test.:443/',
  'https://abc123.execute-api.eu-central-1.amazonaws.com/v1/f/contact',
  'https://D111111abcdef8.CloudFront.net./v1/f/contact',
  'https://front.lambda-url.eu-central-1.on.aws/v1/f/contact',
  'https://[::ffff:198.51.99.7]/v1/f/contact',
  'https://ada:secret@hooks.example.org/',
  'https://hooks.example.org@10.0.0.1/',
  'https://hooks.example.org:22/',
  'https://hooks.example.org/\r\nx-injected: 1',
])(
  'refuses %j for a form or an account when a webhook is created or changed and keeps the old URL',
  async (url) => {
    for (const { status, body } of [await create(url), await createForAccount(url), await change(url)]) {
      expect([status, body.errors[0].path]).toEqual([422, 'url']);
    }
    const { body } = await call('listWebhooks', { key: account.key, path: { id: form.id } });
    expect(body.data.map((each: any) => each.url)).toEqual(['https://hooks.example.org/in']);
  },
);
