/**
 * Tests that `plan` refuses everything that the API would refuse and reports its position in the file. Each
 * case is also sent to the API, which must refuse it for new and for existing forms or webhooks.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { formsProgram } from '../../cli/forms/forms-program.ts';
import { formsApiClient } from '../../lambdas/forms-as-code/forms-api-client.ts';
import { operatorIn } from '../support/service/operator.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

let service: ServiceUnderTest;
let folder: string;
let file: string;
let formId: string;
let webhookId: string;

beforeAll(async () => {
  service = await sharedServiceAccount();
  folder = mkdtempSync(join(tmpdir(), 'svc-test-refused-'));
  file = join(folder, 'forms.yaml');
  writeFileSync(join(folder, 'outputs.json'), JSON.stringify(service.outputs));
  const created = await service.manage('POST', '/v1/forms', {
    name: 'Old',
    slug: own('old'),
    fields: [{ name: 'email', type: 'email' }],
    notify_emails: ['pending@example.com'],
  });
  formId = created.body.id;
  const webhook = { name: 'crm', url: 'https://crm.example.com/in' };
  webhookId = (await service.manage('POST', `/v1/forms/${formId}/webhooks`, webhook)).body.id;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Slugs are unique across all of the service's accounts. */
const own = (slug: string): string => `${slug}-${service.outputs.account_id.slice(-6).toLowerCase()}`;
const plan = (text: string) => {
  writeFileSync(file, text);
  return operatorIn(folder, formsProgram)('plan', '--local', '-f', file);
};

/** A setting on line 5, the error's column, and the beginning of the error message. */
type Case = readonly [setting: string, column: number, fault: string];

const LONG = 'x'.repeat(101);
const MANY = Array.from({ length: 21 }, (_, at) => `a${at}@example.com`).join(', ');

const FORM_CASES: Case[] = [
  ['status: open', 13, 'status must be one of'],
  ['slug: other', 5, 'slug is not a known name'],
  ['honeypot_field: "a\\nb"', 21, 'honeypot_field must be a single line'],
  ['challenge: { enabled: true }', 5, 'challenge.secret is required to enable the challenge'],
  ['challenge: { provider: captcha }', 28, 'challenge.provider must be one of'],
  ['rate_limit: 0', 17, 'rate_limit must be at least 1'],
  ['notify_emails: [nobody]', 21, 'notify_emails.0 must be'],
  [`notify_emails: [${MANY}]`, 20, 'notify_emails must have at most 20'],
  [
    'notify_emails: [{ address: a@example.com, filter: { all: [{ field: a, op: is, value: b }] } }]',
    79,
    'notify_emails.0.filter.all.0.op must be one of',
  ],
  [
    'notify_emails: [{ address: a@example.com, filter: { all: [{ field: a, op: matches, value: "(?=b)" }] } }]',
    95,
    'notify_emails.0.filter.all.0.value must be an RE2 regular expression',
  ],
  ['autoresponder: { enabled: true, subject: "", text: x }', 46, 'autoresponder.subject must'],
  ['redirect_url: nowhere', 19, 'redirect_url must be'],
  ['allowed_origins: ["https://a.example/path"]', 23, 'allowed_origins.0 must be an origin'],
  [
    'allowed_origins: ["https://a.example", "https://*.github.io"]',
    44,
    'allowed_origins.1 must not be a public suffix',
  ],
  ['retention_days: 3651', 21, 'retention_days must be at most 3650'],
  ['language: xx', 15, 'language must be one of'],
  ['thank_you: { heading: 3 }', 27, 'thank_you.heading must be text'],
  ['brand: { color: red }', 21, 'brand.color must be'],
  ['page: { enabled: true }\n    fields: []', 22, 'page.enabled'],
  ['page: { frame_origins: ["https://a.example/x"] }', 29, 'page.frame_origins.0 must be'],
  ['notify_subject: "a\\nb"', 21, 'notify_subject must be'],
  [
    'fields: [{ name: a, type: text, pattern: "(?=b)" }]',
    46,
    'fields.0.pattern must be an RE2 regular expression',
  ],
  [
    'fields: [{ name: a, type: text, pattern: "(?:abcdefgh){500}" }]',
    46,
    'fields.0.pattern is too large: use fewer repetitions',
  ],
  ['fields: [{ name: a, type: text }, { name: a, type: text }]', 47, 'fields.1.name'],
  [
    'fields: [{ name: a, type: text }, { name: _gotcha, type: text }]',
    47,
    'fields.1.name is a control field of the form, which is never stored',
  ],
  ['fields: [{ name: a, type: number, multiline: true }]', 50, 'fields.0.multiline'],
  [
    'honeypot_field: email\n    fields: [{ name: email, type: email }]',
    0,
    'fields.0.name is a control field of the form',
  ],
  ['conventions: other', 18, 'conventions must be one of'],
  ['unknown_fields: ask', 21, 'unknown_fields must be one of'],
  ['spam: { threshold: 1000 }', 24, 'spam.threshold must be'],
  ['replies: { reply_to: nobody }', 26, 'replies.reply_to must be'],
  [
    'replies: { reply_to: pending@example.com }',
    26,
    'replies.reply_to must be a confirmed recipient, but this address is pending.',
  ],
  ['time_zone: Mars/Olympus', 16, 'time_zone must be'],
  ['weekly_spam_summary: sometimes', 26, 'weekly_spam_summary must be true or false'],
  [`managed_by: ${LONG}`, 17, 'managed_by must be at most 100 characters'],
];

it.each(FORM_CASES)('refuses the setting %s', async (setting, column, fault) => {
  const { body } = parse(`body:\n    ${setting}\n`) as { body: object };
  const sent = [
    await service.manage('POST', '/v1/forms', { name: 'New', slug: own('new'), ...body }),
    await service.manage('PATCH', `/v1/forms/${formId}`, body),
  ];
  // In the file, the slug is the key, so the API has no equivalent property.
  if (!setting.startsWith('slug')) expect(sent.map(({ status }) => status)).toEqual([422, 422]);
  for (const slug of [own('new'), own('old')]) {
    const planned = await plan(`version: 1\nforms:\n  ${slug}:\n    name: Old\n    ${setting}\n`);
    const [line, at] = column === 0 ? [6, 22] : [5, column];
    expect(planned).toMatchObject({ code: 1, stdout: '' });
    expect(planned.stderr).toContain(`${file}:${line}:${at}: forms.${slug}.${fault}`);
  }
});

const WEBHOOK_CASES: Case[] = [
  ['url: "ftp://crm.example.com"', 29, "url can't be used. The URL must use https or http."],
  ['url: "https://ann:pass@crm.example.com"', 29, "url can't be used. The URL must not contain a user name"],
  ['url: "crm"', 29, "url can't be used. The URL is not valid."],
  ['url: SERVICE', 29, "url can't be used. The URL must not point to this service."],
  [
    'url: "https://x.example", headers: { host: a }',
    67,
    'headers.host is not a valid name: is set by the service',
  ],
  ['url: "https://x.example", headers: { x-a: "é" }', 66, 'headers.x-a must be 1 to 1000 visible ASCII'],
  ['url: "https://x.example", format: fax', 58, 'format must be one of'],
  ['url: "https://x.example", filter: {}', 58, 'filter must have either "all" or "any"'],
  [
    'url: "https://x.example", filter: { any: [{ field: a, op: matches, value: "(b" }] }',
    98,
    'filter.any.0.value must be an RE2 regular expression',
  ],
  ['url: "https://x.example", signing: none', 59, 'signing must be one of'],
  [
    'url: "https://x.example", events: [delivery.failed]',
    58,
    'events delivery.failed is only available for webhooks of all forms',
  ],
  ['url: "https://x.example", events: [submission.craeted]', 59, 'events.0 must be one of'],
  ['url: "https://x.example", auto_recover: maybe', 64, 'auto_recover must be true or false'],
];

it.each(WEBHOOK_CASES)('refuses a webhook with %s', async (written, column, fault) => {
  const setting = written.replace('SERVICE', `"${service.baseUrl}/v1/f/x"`);
  const body = parse(`{ ${setting} }`) as object;
  const sent = [
    await service.manage('POST', `/v1/forms/${formId}/webhooks`, body),
    await service.manage('PATCH', `/v1/webhooks/${webhookId}`, body),
  ];
  expect(sent.map(({ status }) => status)).toEqual([422, 422]);
  for (const [slug, name] of [
    [own('new'), 'crm'],
    [own('old'), 'crm'],
    [own('old'), 'new'],
  ] as const) {
    const planned = await plan(
      `version: 1\nforms:\n  ${slug}:\n    name: Old\n    webhooks: { ${name}: { ${setting} } }\n`,
    );
    expect(planned).toMatchObject({ code: 1, stdout: '' });
    expect(planned.stderr).toContain(`${file}:5:${column}: forms.${slug}.webhooks.${name}.${fault}`);
  }
});

it('lists every refused setting, and refuses a webhook for all forms', async () => {
  const planned = await plan(`version: 1
forms:
  ${own('new')}:
    name: New
    allowed_origins: ["https://*.co.uk"]
    fields: [{ name: a, type: text, pattern: "(?=b)" }]
webhooks:
  archive: { url: "ftp://archive.example.com" }
`);
  expect(planned).toMatchObject({ code: 1, stdout: '' });
  expect(planned.stderr.split('\n').map((line) => /^.*:(\d+:\d+): /.exec(line)?.[1])).toEqual([
    '5:23',
    '6:46',
    '8:19',
    undefined,
  ]);
});

it('says where two webhooks would have the same URL at some moment', async () => {
  const { body } = await service.manage('POST', '/v1/forms', { name: 'Two', slug: own('two') });
  const urls = ['https://one.example.com/in', 'https://two.example.com/in'];
  for (const [at, name] of ['one', 'two'].entries())
    await service.manage('POST', `/v1/forms/${body.id}/webhooks`, { name, url: urls[at] });
  const swapped = (slug: string) =>
    `version: 1\nforms:\n  ${slug}:\n    webhooks:\n      one: { url: "${urls[1]}" }\n      two: { url: "${urls[0]}" }\n`;
  expect(await plan(swapped(own('two')))).toMatchObject({
    code: 1,
    stderr: `${file}:5:19: forms.${own('two')}.webhooks.one.url is still the URL of the webhook two; give that webhook another URL first, or delete it\n`,
  });
});

it('judges the URLs of webhooks by the service that sends them', () => {
  const judged = (baseUrl: string, url: string) =>
    formsApiClient({ baseUrl, key: '', userAgent: '' }).refusedUrl(url);
  const deployed = 'https://forms.example.com';
  expect(judged(deployed, 'https://crm.example.com/in')).toBeUndefined();
  expect(judged(deployed, 'http://crm.example.com/in')).toBe('The URL must use https.');
  expect(judged(deployed, 'https://10.0.0.1/in')).toBe('The URL must point to a public address.');
  expect(judged(deployed, 'https://localhost/in')).toBe('The URL must not point to the local machine.');
  expect(judged(deployed, 'https://crm.example.com:22/in')).toBe('Port 22 is not allowed.');
  expect(judged(deployed, 'https://forms.example.com/v1/f/x')).toBe(
    'The URL must not point to this service.',
  );
  expect(judged('http://127.0.0.1:4100', 'http://localhost:4000/in')).toBeUndefined();
});
