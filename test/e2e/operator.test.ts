/**
 * Traces submissions as an operator would, with a running service's log lines, the saved queries and `npm run
 * find`.
 */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../cli/find/find-program.ts';
import { clientFor, localOutputs } from '../../cli/service-connection.ts';
import { savedQueries } from '../../lib/alarms/saved-queries.ts';
import { accessLogFormat } from '../../lib/api/access-log.ts';
import { eventually } from '../support/browser/eventually.ts';
import { lineOf, parseQuery, type Line } from '../support/logs/insights-query.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { operatorIn } from '../support/service/operator.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

/** Submitted values and secrets, which must never appear in log lines or in the output of commands. */
const NAME = `Ada-${randomUUID()}`;
const ADDRESS = `${randomUUID()}@example.org`;
const PATH = `/hooks/${randomUUID()}`;

let service: ServiceUnderTest;
let works: Receiver;
let fails: Receiver;
let form: { id: string; slug: string };
let good: { id: string };
let bad: { id: string };
let submissionId: string;
let find: ReturnType<typeof operatorIn>;

const lines = (): Line[] => {
  const folder = join(service.folder, 'logs');
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((text) => text.startsWith('{'))
    .map(lineOf);
};
const post = (fields: Record<string, string>): Promise<Response> =>
  service.request(`/v1/f/${form.slug}`, { method: 'POST', body: new URLSearchParams(fields) });
const manage = async (path: string, body: object): Promise<any> => {
  const made = await service.manage('POST', path, body);
  expect(made.status).toBe(201);
  return made.body;
};
/** Retries a check until it passes, because functions only log after they have finished their work. */
async function soon(check: () => unknown): Promise<void> {
  let error: unknown;
  const passes = async (): Promise<boolean> => {
    try {
      await check();
      return true;
    } catch (thrown) {
      error = thrown;
      return false;
    }
  };
  if (!(await eventually(passes, (passed) => passed)))
    throw new Error('The check never passed', { cause: error });
}
const deliveryOf = (webhook: { id: string }): string =>
  `whd_${webhook.id.slice('wh_'.length)}${submissionId.slice(-26)}`;

beforeAll(async () => {
  service = await sharedServiceAccount();
  find = operatorIn(service.folder, findProgram);
  [works, fails] = await Promise.all([startReceiver(), startReceiver(() => 500)]);
  form = await manage('/v1/forms', {
    name: `Form ${randomUUID()}`,
    notify_emails: ['owner@example.com'],
    rate_limit: 2,
  });
  const webhooks = `/v1/forms/${form.id}/webhooks`;
  good = await manage(webhooks, { url: `${new URL(works.url).origin}${PATH}` });
  bad = await manage(webhooks, { url: `${new URL(fails.url).origin}${PATH}` });
  submissionId = ((await (await post({ name: NAME, email: ADDRESS })).json()) as { id: string }).id;
  await Promise.all([works.until(1), fails.until(2)]);
  await soon(() =>
    expect(lines().filter((line) => line['submission_id'] === submissionId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ message: 'E-mail sent' }),
        expect.objectContaining({ message: 'Webhook attempt', attempt: 2 }),
      ]),
    ),
  );
});
afterAll(() => Promise.all([works.stop(), fails.stop()]));

describe('log lines', () => {
  it('name the submission, delivery, webhook, attempt, status, and duration', () => {
    const ids = { form_id: form.id, submission_id: submissionId };
    const ofDelivery = (webhook: { id: string }) => {
      return {
        ...ids,
        webhook_id: webhook.id,
        delivery_id: deliveryOf(webhook),
        duration_ms: expect.any(Number),
      };
    };
    const found = lines().filter((line) => line['submission_id'] === submissionId);
    const oneLike = (expected: object): void =>
      expect(found).toEqual(expect.arrayContaining([expect.objectContaining(expected)]));
    oneLike({ ...ids, message: 'request', operation: 'submitForm', status: 201, outcome: 'stored' });
    oneLike({
      ...ids,
      message: 'Submission fanned out',
      status: 'fanned-out',
      duration_ms: expect.any(Number),
    });
    oneLike({ ...ofDelivery(good), message: 'Webhook attempt', attempt: 1, status: 200 });
    oneLike({
      ...ofDelivery(bad),
      message: 'Webhook attempt',
      attempt: 2,
      status: 500,
      host: new URL(fails.url).host,
      reason: expect.stringContaining('500'),
    });
    oneLike({
      ...ids,
      message: 'E-mail sent',
      email: 'notification',
      attempt: 1,
      status: 'sent',
      duration_ms: expect.any(Number),
    });
  });

  it('contain no submitted values, addresses, or paths', () => {
    for (const { '@message': text } of lines())
      for (const secret of [NAME, ADDRESS, PATH]) expect(text).not.toContain(secret);
  });
});

describe('saved queries', () => {
  const queryOf = (name: string) => parseQuery(savedQueries[name]!.query.join('\n| '));
  const keptBy = (text: string): Line[] => lines().filter(parseQuery(text).keeps);

  it('trace a submission from the request to its delivery', () => {
    const query = savedQueries['one submission']!.query.join('\n| ').replace('sub_REPLACE', submissionId);
    const messages = keptBy(query).map(({ message }) => message);
    expect(new Set(messages)).toEqual(
      new Set(['request', 'Submission fanned out', 'Webhook attempt', 'E-mail sent']),
    );
  });

  it('find failed webhooks, slow submissions, and submissions over a limit', async () => {
    const failures = lines().filter(queryOf('webhook failures').keeps);
    expect(failures.some(({ webhook_id }) => webhook_id === bad.id)).toBe(true);
    expect(failures.some(({ webhook_id }) => webhook_id === good.id)).toBe(false);

    const slow = savedQueries['slow posts']!.query.join('\n| ');
    expect(
      keptBy(slow.replace('>= 1000', '>= 0')).some((line) => line['submission_id'] === submissionId),
    ).toBe(true);
    expect(keptBy(slow.replace('>= 1000', '>= 600000'))).toEqual([]);

    expect((await post({ name: NAME })).status).toBe(201);
    expect((await post({ name: `${NAME} again` })).status).toBe(429);
    await soon(() => {
      const throttled = lines().filter(queryOf('throttled posts').keeps);
      expect(
        throttled.some(({ form_id, problem }) => form_id === form.id && problem === 'rate-limited'),
      ).toBe(true);
      expect(throttled.some((line) => line['submission_id'] === submissionId)).toBe(false);
    });
    // The gateway writes the status as a string.
    const refused = lineOf(
      '{"message":"access","status":"429","function_status":"-","route":"POST /v1/f/{slug}"}',
    );
    expect(queryOf('throttled posts').keeps(refused)).toBe(true);
  });

  it('find errors and their names', async () => {
    const { outputs, endpoints } = localOutputs(service.folder);
    const MessageBody = `{"delivery":"${randomUUID()}"}`;
    const sqs = new SQSClient(clientFor(endpoints?.sqs));
    await sqs.send(new SendMessageCommand({ QueueUrl: outputs['DeliveriesQueue'], MessageBody }));
    await soon(() => {
      const errors = lines().filter(queryOf('errors by function').keeps);
      expect(errors).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ message: 'Failed to process queue message', 'error.name': 'ZodError' }),
        ]),
      );
    });
  });

  // This test must run last, because it needs the log lines of all tests above.
  it.each(Object.keys(savedQueries))(
    '"%s" can be parsed and uses only fields that log lines contain',
    (name) => {
      const known = new Set([
        ...lines().flatMap((line) => Object.keys(line)),
        ...Object.keys(JSON.parse(accessLogFormat.toString()) as object),
      ]);
      expect(queryOf(name).fields.filter((field) => !known.has(field))).toEqual([]);
    },
  );
});

describe('npm run find', () => {
  const json = async (id: string): Promise<any> => {
    const { code, stdout, stderr } = await find(id, '--local', '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const rows = async (): Promise<any[]> => {
    const { body } = await service.manage('GET', '/v1/audit-log?limit=100');
    return body.data.filter(({ action }: any) => action === 'find');
  };

  it("shows a submission's timeline", async () => {
    const found = await json(submissionId);
    expect(found).toMatchObject({
      type: 'submission',
      id: submissionId,
      details: { form: form.id, status: 'received', fields: 2, files: 0 },
    });
    expect(found.entries[0]).toMatchObject({ what: 'stored' });
    expect(found.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          what: 'webhook attempt',
          delivery_id: deliveryOf(good),
          attempt: 1,
          status: 200,
        }),
        expect.objectContaining({
          what: 'webhook attempt',
          delivery_id: deliveryOf(bad),
          attempt: 2,
          status: 500,
        }),
        expect.objectContaining({ what: 'e-mail', kind: 'notification' }),
      ]),
    );
  });

  it('shows a delivery, a webhook, and a form', async () => {
    expect(await json(deliveryOf(good))).toMatchObject({
      type: 'delivery',
      details: { submission: submissionId, webhook: good.id, 'webhook is': 'enabled', status: 'succeeded' },
      entries: [{ what: 'created' }, { what: 'webhook attempt', status: 200 }],
    });
    const webhook = await json(good.id);
    expect(webhook.details).toMatchObject({
      owner: form.id,
      host: new URL(works.url).host,
      'webhook is': 'enabled',
    });
    expect(webhook.entries.at(-1)).toMatchObject({ what: 'delivery', submission_id: submissionId });
    const found = await json(form.id);
    expect(found.entries.map(({ webhook_id, submission_id }: any) => webhook_id ?? submission_id)).toEqual(
      expect.arrayContaining([good.id, bad.id, submissionId]),
    );
  });

  it('prints no submitted values, addresses, or paths, even as text', async () => {
    for (const id of [submissionId, deliveryOf(bad), bad.id, form.id]) {
      const { code, stdout } = await find(id, '--local');
      expect(code).toBe(0);
      expect(stdout).toContain(id);
      for (const secret of [NAME, ADDRESS, PATH, 'owner@example.com', 'whsec_'])
        expect(stdout).not.toContain(secret);
    }
  });

  it('adds an audit log row that names the id and the operator', async () => {
    const before = (await rows()).length;
    await json(submissionId);
    const [row, ...others] = await rows();
    expect(others).toHaveLength(before);
    expect(row).toMatchObject({
      target: { type: 'submission', id: submissionId },
      actor: { type: 'operator', name: userInfo().username },
      outcome: 'completed',
    });
  });

  it('explains in one sentence why it finds nothing', async () => {
    const ended = async (id: string): Promise<string> => {
      const { code, stdout, stderr } = await find(id, '--local');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr.trim()).not.toContain('\n');
      return stderr.trim();
    };
    const neverSeen = 'in the local service: it never existed there, was deleted or has expired.';
    const unknown = `sub_${form.id.slice('frm_'.length)}01KB0000000000000000000000`;
    expect(await ended(unknown)).toBe(`There is no submission "${unknown}" ${neverSeen}`);
    expect(await ended('frm_0000000000')).toBe(`There is no form "frm_0000000000" ${neverSeen}`);
    const delivery = `whd_${good.id.slice('wh_'.length)}01KB0000000000000000000000`;
    expect(await ended(delivery)).toBe(`There is no delivery "${delivery}" ${neverSeen}`);

    const extra = await manage(`/v1/forms/${form.id}/webhooks`, { url: works.url });
    expect((await service.manage('DELETE', `/v1/webhooks/${extra.id}`)).status).toBe(204);
    expect(await ended(extra.id)).toMatch(
      /^There is no webhook "wh_\w+" in the local service: it was deleted at 20/,
    );
    expect((await service.manage('DELETE', `/v1/submissions/${submissionId}`)).status).toBe(204);
    await soon(async () =>
      expect(await ended(submissionId)).toMatch(
        /^There is no submission "sub_\w+" in the local service: it was deleted/,
      ),
    );
    expect((await rows()).map(({ target }) => target.id)).toEqual(
      expect.arrayContaining([unknown, extra.id]),
    );
  });

  it('refuses other ids', async () => {
    const { code, stderr } = await find('key_01KB0000000000000000000000', '--local');
    expect(code).toBe(2);
    expect(stderr).toContain('Must be the id of a form, submission, webhook or delivery.');
  });
});
