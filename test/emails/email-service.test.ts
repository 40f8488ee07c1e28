/** Tests e-mails that the mail service refuses or doesn't acknowledge. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE } from '../../lambdas/core/clock.ts';
import { EmailNotAccepted } from '../../lambdas/emails/email.ts';
import { EmailInProgress } from '../../lambdas/emails/send-at-least-once.ts';
import { sendJobEmails } from '../../lambdas/emails/send-job-emails.ts';
import { ADA, ANSWERING, EmailWorld } from './email-world.ts';

const OWNERS = { notify_emails: ['owner@example.com'] };
let world: EmailWorld;

beforeAll(async () => {
  world = await EmailWorld.start();
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

/** Starts a mock mail service that sends these responses in order. Any additional request fails the test. */
async function serviceThatSays(
  ...answers: [status: number, errorType?: string][]
): Promise<{ endpoint: string; asked: () => number; server: Server }> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [status, type] = answers[asked++] ?? [418];
      const error = type === undefined ? {} : { 'x-amzn-errortype': type };
      response.writeHead(status, { 'content-type': 'application/json', ...error });
      response.end(JSON.stringify(status === 200 ? { MessageId: 'one' } : { message: 'no' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, asked: () => asked, server };
}

describe('the mail service', () => {
  it('is unavailable: the job fails, and the next one sends immediately', async () => {
    const { endpoint, server } = await serviceThatSays(
      [403, 'AccessDeniedException'],
      [400, 'SendingPausedException'],
    );
    const job = await world.posted(await world.storedForm({ ...OWNERS, ...ANSWERING }), ADA);
    await expect(sendJobEmails(job, world.deps({ ses: endpoint }))).rejects.toThrow(EmailNotAccepted);
    await sendJobEmails(job, world.deps());
    expect(await world.recipients()).toHaveLength(2);
    server.close();
  });

  it('throttles: the call is retried shortly afterwards', async () => {
    const busy = [429, 'TooManyRequestsException'] as [number, string];
    const { endpoint, asked, server } = await serviceThatSays(busy, busy, [200]);
    await sendJobEmails(
      await world.posted(await world.storedForm(OWNERS), ADA),
      world.deps({ ses: endpoint }),
    );
    expect(asked()).toBe(3);
    server.close();
  });

  it('disconnects: a notification is resent after the lease, but an autoresponse is not', async () => {
    const { endpoint, asked, server } = await serviceThatSays([500], [500]);
    const job = await world.posted(await world.storedForm({ ...OWNERS, ...ANSWERING }), ADA);
    await expect(sendJobEmails(job, world.deps({ ses: endpoint }))).rejects.toThrow();
    expect(asked()).toBe(2);
    expect(world.reports).toEqual(['Autoresponse abandoned']);
    server.close();

    await expect(sendJobEmails(job, world.deps())).rejects.toThrow(EmailInProgress);
    world.now += 3 * MINUTE;
    await sendJobEmails(job, world.deps());
    expect(await world.recipients()).toEqual([['owner@example.com']]);
  });

  it('refuses an address that a visitor typed: the job still completes', async () => {
    const { endpoint, asked, server } = await serviceThatSays([400, 'BadRequestException']);
    const job = await world.posted(await world.storedForm(ANSWERING), ADA);
    await sendJobEmails(job, world.deps({ ses: endpoint }));
    await sendJobEmails(job, world.deps({ ses: endpoint }));
    expect(asked()).toBe(1);
    expect(world.reports).toEqual(['Autoresponse abandoned']);
    server.close();
  });

  it("accepts an e-mail that then can't be recorded as sent: it is not sent again", async () => {
    const job = await world.posted(await world.storedForm(OWNERS), ADA);
    const deps = world.deps();
    const markSent = (): Promise<void> => Promise.reject(new Error('the table is away'));
    await sendJobEmails(job, { ...deps, lock: { ...deps.lock, markSent } });
    expect(await world.recipients()).toHaveLength(1);
    expect(world.reports).toEqual(['Failed to record sent e-mail']);
  });
});

it('refuses an autoresponse: the reserved hour is released', async () => {
  const form = await world.storedForm(ANSWERING);
  const first = await world.posted(form, ADA);
  const { endpoint, server } = await serviceThatSays([403, 'AccessDeniedException']);
  await expect(sendJobEmails(first, world.deps({ ses: endpoint }))).rejects.toThrow(EmailNotAccepted);
  server.close();
  await sendJobEmails(await world.posted(form, ADA), world.deps());
  expect(await world.recipients()).toHaveLength(1);
});
