/** What the function that sends e-mails depends on, in memory, with the conditions of the real tables. */
import type { SendLockResult, EmailName } from '../../../lambdas/emails/send-lock.ts';
import { AUTORESPONSE_INTERVAL } from '../../../lambdas/emails/send-lock.ts';
import { EmailNotAccepted, EmailOutcomeUnknown, type Email } from '../../../lambdas/emails/email.ts';
import type { EmailDeps } from '../../../lambdas/emails/send-job-emails.ts';
import type { Invocation } from '../invocation.ts';
import type { EmailWorld } from './world.ts';

/** The tables are the world's, what is called is each invocation's. */
export function emailDeps(world: EmailWorld): (invocation: Invocation) => EmailDeps {
  const { timeline, without } = world;
  const locks = new Map<string, { owner: string; until: number | undefined }>();
  const answers = new Map<string, { submissionId: string; expiresAt: number }>();

  const acquire = (
    { id }: EmailName,
    owner: string,
    now: number,
    until: number | undefined,
  ): SendLockResult => {
    const held = without === 'send-lock' ? undefined : locks.get(id);
    if (held && held.owner !== owner && !(held.until !== undefined && held.until <= now)) {
      return held.until === undefined ? { state: 'done' } : { state: 'busy', until: held.until };
    }
    const ends = until !== undefined && without === 'lease' ? Infinity : until;
    if (held?.owner !== owner) locks.set(id, { owner, until: ends });
    return { state: 'acquired' };
  };

  return (invocation) => {
    const call = <Result>(name: string, effect: () => Result): Promise<Result> =>
      invocation.call(name, effect);

    /** SES, whose client makes each call once: what was refused was not sent, what else failed may have been sent. */
    const send = async (email: Email): Promise<{ messageId: string }> => {
      let taken = 0;
      try {
        await call('send', () => {
          if (taken++ > 0) return;
          const { id, form_id, to } = email;
          const wasNoted = world.noted.has(id);
          world.sent.push({ id, form_id, to: to.join(), at: timeline.now, wasNoted });
        });
        return { messageId: 'one' };
      } catch {
        throw taken > 0 ? new EmailOutcomeUnknown(email.id) : new EmailNotAccepted(email.id, false);
      }
    };

    return {
      sender: { name: 'Forms', address: 'forms@example.com' },
      baseUrl: 'https://forms.example.com',
      now: () => timeline.now,
      newOwner: () => world.nextName('owner'),
      report: () => undefined,
      send,
      findSubmission: (_, id) => call('submission.find', () => world.submissions.find(id)),
      isSuspended: () => call('account.isSuspended', () => false),
      findForm: (_, id) => call('form.find', () => world.forms.find((form) => form.form_id === id)),
      lock: {
        acquire: (of, owner, now, until) => call('lock.acquire', () => acquire(of, owner, now, until)),
        markSent: ({ id }, owner) =>
          call('lock.markSent', () => {
            if (locks.get(id)?.owner !== owner) return;
            locks.set(id, { owner, until: undefined });
            world.noted.add(id);
          }),
        release: ({ id }, owner) =>
          call('lock.release', () => {
            if (locks.get(id)?.owner === owner) locks.delete(id);
          }),
      },
      autoresponses: {
        reserve: ({ form_id }, digest, submissionId, now) =>
          call('autoresponses.reserve', () => {
            const held = without === 'autoresponse-limit' ? undefined : answers.get(form_id + digest);
            if (held && held.expiresAt > now && held.submissionId !== submissionId) return false;
            answers.set(form_id + digest, { submissionId, expiresAt: now + AUTORESPONSE_INTERVAL });
            return true;
          }),
        giveBack: ({ form_id }, digest, submissionId) =>
          call('autoresponses.giveBack', () => {
            if (answers.get(form_id + digest)?.submissionId === submissionId)
              answers.delete(form_id + digest);
          }),
      },
    };
  };
}
