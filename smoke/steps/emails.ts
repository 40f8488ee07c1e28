/** Tests e-mails with the addresses of SES's mailbox simulator. */
import { expectThat, StepSkipped } from '../smoke-errors.ts';
import { jsonOf, takenAnswer, timelineAnswer } from '../smoke-answers.ts';
import type { SmokeForm, SmokeStep, Smoke } from '../smoke-step.ts';

const EVENT_SECONDS = 120;
const AUTORESPONDER = { enabled: true, subject: 'Smoke test', text: 'This is a smoke test.' };
const OUTCOMES = { success: 'delivered', bounce: 'bounced', complaint: 'complained' } as const;
const SUPPRESSED = { bounce: 'bounced-before', complaint: 'complained-before' } as const;

export const emails: SmokeStep = {
  name: 'emails',
  description: 'an e-mail that is delivered, one that bounces and one that gets a complaint',
  async run(smoke) {
    const form = await smoke.newForm('emails', { autoresponder: AUTORESPONDER });
    if (!form.email_enabled) throw new StepSkipped('the stage has no mail sender');
    for (const [mailbox, outcome] of Object.entries(OUTCOMES)) {
      await emailOf(smoke, form, mailbox, outcome);
      smoke.proved(`the e-mail to ${mailbox}@ is shown as ${outcome}`);
    }
    for (const [mailbox, reason] of Object.entries(SUPPRESSED)) {
      const email = await emailOf(smoke, form, mailbox, 'skipped');
      expectThat(
        email.reason === reason,
        `The next e-mail to ${mailbox}@ is skipped as "${email.reason ?? ''}".`,
      );
      smoke.proved(`the next e-mail to ${mailbox}@ isn't sent: ${reason}`);
    }
  },
};

/** Submits the form with this address and waits until the autoresponse has the given status. */
async function emailOf({ client }: Smoke, { slug }: SmokeForm, mailbox: string, expected: string) {
  const { body } = await client.open('POST', `/v1/f/${slug}`, {
    body: new URLSearchParams({ email: `${mailbox}@simulator.amazonses.com` }),
    expect: 201,
  });
  const path = `/v1/submissions/${jsonOf(body, takenAnswer).id}/timeline`;
  const read = async () => {
    const { data } = await client.manage('GET', path, { expect: 200 }, timelineAnswer);
    const email = data.find(({ type }) => type === 'email');
    if (email?.reason === 'limit')
      throw new StepSkipped(
        'the account has sent an e-mail to the mailbox simulator in the last hour, and a mailbox gets only one. Try again later',
      );
    return email;
  };
  const what = `The e-mail to ${mailbox}@ wasn't ${expected}`;
  const email = await client.until(what, EVENT_SECONDS, read, (found) => found?.status === expected);
  return { reason: email?.reason };
}
