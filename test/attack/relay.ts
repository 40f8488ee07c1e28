/**
 * Abuses autoresponses to repeatedly send an attacker's links to a victim.
 */
import { join } from 'node:path';
import { mailsIn, untilMails } from '../support/receivers/mail-folder.ts';
import type { Target } from './target.ts';

/** Four spellings of one mailbox. */
const VICTIM = ['victim@gmail.com', 'v.ictim@gmail.com', 'victim+news@gmail.com', 'victim@googlemail.com'];
const LURES = [
  'You have won: https://evil.example/win',
  'Visit evil.example now',
  'https://evil\u200b.example/x',
  'evil@evil.example',
];

export async function attackRelay(target: Target): Promise<void> {
  const autoresponder = {
    enabled: true,
    subject: 'Thanks {{name}}',
    text: 'Dear {{name}}, you wrote: {{message}}',
  };
  const form = await target.form({ autoresponder });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (email: string, lure: string) =>
    target.send({
      path: `/v1/f/${form.slug}`,
      headers,
      body: Buffer.from(new URLSearchParams({ email, name: lure, message: lure }).toString()),
    });
  let cpuSeconds = 0;
  for (const email of VICTIM)
    for (const lure of LURES) {
      const answer = await post(email, lure);
      cpuSeconds += answer.cpuSeconds;
      target.check(answer.status === 201, `relay: got ${answer.status}`);
    }
  // The queue keeps a form's e-mails in order, so when this e-mail arrives, all earlier ones have arrived
  // too.
  await post('last@example.org', 'the end');
  const folder = join(target.service.folder, 'mail');
  await untilMails(folder, 1, ({ to }) => to?.[0]?.address === 'last@example.org');
  const mails = (await mailsIn(folder)).filter(({ to }) => to?.[0]?.address !== 'last@example.org');
  const withLinks = mails.filter((mail) => /evil|:\/\//.test(`${mail.subject ?? ''}\n${mail.text ?? ''}`));
  const posts = VICTIM.length * LURES.length;
  target.print(
    `${posts} posts with a victim's address`,
    0,
    '201',
    cpuSeconds,
    undefined,
    `${mails.length} e-mails`,
  );
  target.check(mails.length <= 1, `relay: ${mails.length} e-mails to one mailbox within an hour`);
  target.check(withLinks.length === 0, `relay: ${withLinks.length} e-mails contain the attacker's link`);
}
