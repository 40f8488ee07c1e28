/** Tests the lines that a running service prints about submissions, e-mails and webhook attempts. */
import { once } from 'node:events';
import { Activity } from '../../local/activity.ts';
import { startReceiver } from '../support/receivers/webhook-receiver.ts';
import { startService } from '../support/service/service.ts';

it('prints a short line for each submission, e-mail, and webhook attempt without payloads, paths, keys, or full addresses', async () => {
  const receiver = await startReceiver(() => 418);
  const service = await startService();
  try {
    const { body: form } = await service.manage('POST', '/v1/forms', {
      name: 'Contact',
      notify_emails: ['ann@example.com'],
    });
    await service.manage('POST', `/v1/forms/${form.id}/webhooks`, { url: `${receiver.url}/secret-path` });
    const before = service.printed().length;
    const post = (body: URLSearchParams) => service.request(`/v1/f/${form.slug}`, { method: 'POST', body });
    await post(new URLSearchParams({ name: 'Grace Hopper', email: 'grace@example.org' }));
    const { host } = new URL(receiver.url);
    const line = (what: string, about: string, result: string, link = ''): RegExp =>
      new RegExp(String.raw`^\d\d:\d\d:\d\d  ${what} +${about}  ${result}  \d+ ms${link}$`, 'm');
    const expected = [
      line('post', form.id as string, '201 stored'),
      line('webhook', host, '418'),
      line('e-mail', '…@example.com', 'accepted', `  ${service.baseUrl}/mail/[\\da-f-]{36}`),
    ];
    while (!expected.every((each) => each.test(service.printed())))
      await once(service.process.stdout!, 'data');
    await post(new URLSearchParams());
    const refused = line('post', form.id as string, '4\\d\\d \\S+');
    while (!refused.test(service.printed())) await once(service.process.stdout!, 'data');
    expect(service.printed().slice(before)).not.toMatch(/Grace|grace|ann@|secret-path|svc_/);
  } finally {
    await service.stop();
    await receiver.stop();
  }
}, 90_000);

it('prints nothing before it starts and nothing for other log lines', () => {
  const printed: string[] = [];
  const activity = new Activity((line) => printed.push(line));
  const post = JSON.stringify({ operation: 'submitForm', form_id: 'frm_1', status: 201, duration_ms: 12.4 });
  activity.log(post);
  activity.begin();
  activity.log(`${post}\n{"operation":"listForms"}\nbroken "operation":"submitForm"\n`);
  activity.webhook({ host: '127.0.0.1:1', status: undefined, milliseconds: 3 });
  expect(
    printed
      .join('\n')
      .split('\n')
      .map((line) => line.replace(/^\S+ +/, '')),
  ).toEqual([
    'post     frm_1  201  12 ms',
    'post     unknown form  500  0 ms',
    'webhook  127.0.0.1:1  no response  3 ms',
  ]);
});
