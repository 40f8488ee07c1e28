/** What the function that sends e-mails can reach, with the conditions of the real tables. */
import type { SendLockResult, EmailName } from '../../../lambdas/emails/send-lock.ts';
import { AUTORESPONSE_INTERVAL } from '../../../lambdas/emails/send-lock.ts';
import { EmailNotAccepted, EmailOutcomeUnknown, type Email } from '../../../lambdas/emails/email.ts';
import type { EmailDeps } from '../../../lambdas/emails/send-emails.ts';
import type { Invocation } from '../invocation.ts';
import type { EmailWorld } from './world.ts';

/** The tables are the world's, what is called is each invocation's. */
export function emailPorts(world: EmailWorld): (invocation: Invocation) => EmailDeps {
  const { timeline, without } = world;
  const claims = new Map<string, { claimant: string; until: number | undefined }>();
  const answers = new Map<string, { submissionId: string; expiresAt: number }>();

  const claim = (
    { id }: EmailName,
    claimant: string,
    now: number,
    until: number | undefined,
  ): SendLockResult => {
    const there = without === 'ledger' ? undefined : claims.get(id);
    if (there && there.claimant !== claimant && !(there.until !== undefined && there.until <= now)) {
      return there.until === undefined ? { state: 'done' } : { state: 'busy', until: there.until };
    }
    const ends = until !== undefined && without === 'lease' ? Infinity : until;
    if (there?.claimant !== claimant) claims.set(id, { claimant, until: ends });
    return { state: 'ours' };
  };

  return (invocation) => {
    const call = <Result>(name: string, effect: () => Result): Promise<Result> =>
      invocation.call(name, effect);

    /** SES, whose client makes each call once: what was refused was not sent, of all else nobody knows. */
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
      newOwner: () => world.nextName('claimant'),
      report: () => undefined,
      send,
      findSubmission: (_, id) => call('submission.find', () => world.submissions.find(id)),
      findForm: (_, id) => call('form.find', () => world.forms.find((form) => form.form_id === id)),
      ledger: {
        claim: (of, claimant, now, until) => call('ledger.claim', () => claim(of, claimant, now, until)),
        sent: ({ id }, claimant) =>
          call('ledger.sent', () => {
            if (claims.get(id)?.claimant !== claimant) return;
            claims.set(id, { claimant, until: undefined });
            world.noted.add(id);
          }),
        release: ({ id }, claimant) =>
          call('ledger.release', () => {
            if (claims.get(id)?.claimant === claimant) claims.delete(id);
          }),
      },
      answers: {
        take: ({ form_id }, digest, submissionId, now) =>
          call('answers.take', () => {
            const there = without === 'answer-limit' ? undefined : answers.get(form_id + digest);
            if (there && there.expiresAt > now && there.submissionId !== submissionId) return false;
            answers.set(form_id + digest, { submissionId, expiresAt: now + AUTORESPONSE_INTERVAL });
            return true;
          }),
        giveBack: ({ form_id }, digest, submissionId) =>
          call('answers.giveBack', () => {
            if (answers.get(form_id + digest)?.submissionId === submissionId)
              answers.delete(form_id + digest);
          }),
      },
    };
  };
}
