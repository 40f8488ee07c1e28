/** Tries to send e-mails to many strangers by abusing recipient confirmations. */
import { join } from 'node:path';
import { mailsIn, untilMails } from '../support/receivers/mail-folder.ts';
import type { Target } from './target.ts';

const LURE = 'Your bank has blocked your account, call +49 900 1234567 or see evil.example at once';
/** The service's default maximum number of confirmation e-mails per hour. */
const MAX_AN_HOUR = 10;
const STRANGERS = 200;

export async function attackMailCannon(target: Target): Promise<void> {
  const { service } = target;
  const started = process.cpuUsage();
  const before = Date.now();
  let accepted = 0;
  const statuses = new Map<number, number>();
  // Number of recipients per form. The forms are created at the same time.
  const sizes = [20, 10, 5, 2, ...Array.from({ length: STRANGERS - 37 }, () => 1)];
  let named = 0;
  const strangers = (count: number) =>
    Array.from({ length: count }, () => `stranger${(named += 1)}@visitor.example`);
  await Promise.all(
    Array.from({ length: 10 }, async (_, worker) => {
      for (const size of sizes.filter((__, index) => index % 10 === worker)) {
        const body = { name: LURE, notify_emails: strangers(size) };
        const { status } = await service.manage('POST', '/v1/forms', body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 201) accepted += size;
      }
    }),
  );
  const seconds = ((Date.now() - before) / 1000).toFixed(1);
  // The queue keeps the order of e-mails, so when this one arrives, all earlier e-mails have been sent.
  const autoresponder = { enabled: true, subject: 'End', text: 'End' };
  const { slug } = await target.form({ autoresponder });
  await target.send({
    path: `/v1/f/${slug}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from('email=cannon-end%40example.org&name=x'),
  });
  const folder = join(service.folder, 'mail');
  await untilMails(folder, 1, ({ to }) => to?.[0]?.address === 'cannon-end@example.org');
  const mails = (await mailsIn(folder)).filter(({ to }) => to?.[0]?.address?.startsWith('stranger'));
  const { user, system } = process.cpuUsage(started);
  target.print(
    `${named} strangers in ${seconds} s`,
    0,
    [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    (user + system) / 1e6,
    undefined,
    `${mails.length} e-mails`,
  );
  target.check(mails.length <= MAX_AN_HOUR, `mail-cannon: ${mails.length} e-mails to strangers`);
  target.check(mails.length <= accepted, `mail-cannon: ${mails.length} e-mails for ${accepted} addresses`);
  const carried = mails.filter(({ subject = '', text = '' }) =>
    /49 ?900|1234567|evil\./.test(`${subject}\n${text}`),
  );
  target.check(carried.length === 0, `mail-cannon: ${carried.length} e-mails contain the number or link`);
  const { status } = await service.manage('POST', '/v1/forms', { name: 'x', notify_emails: strangers(11) });
  target.check(status === 429, `mail-cannon: adding eleven strangers at once gets ${status}`);
}
