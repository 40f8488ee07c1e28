/**
 * Provides the function that sends e-mails with in-memory dependencies that check the same conditions as the
 * real tables.
 */
import {
  AUTORESPONSE_INTERVAL,
  type SendLockResult,
  type EmailName,
} from '../../../lambdas/emails/send-lock.ts';
import { EmailNotAccepted, EmailOutcomeUnknown, type Email } from '../../../lambdas/emails/email.ts';
import {
  recipientIdOf,
  type FormConsent,
  type Recipient,
} from '../../../lambdas/forms/recipients/recipient.ts';
import type { EmailDeps } from '../../../lambdas/emails/send-at-least-once.ts';
import type { Invocation } from '../aws/invocation.ts';
import { LEAVING_ADDRESS } from './mail-service.ts';
import type { EmailWorld } from './world.ts';

/** The account owner's address, which doesn't need to be confirmed. */
export const OWNER_ADDRESS = 'owner@example.com';

/** Returns a function that creates the dependencies of each invocation. All invocations share the tables. */
export function emailDeps(world: EmailWorld): (invocation: Invocation) => EmailDeps {
  const { timeline, without } = world;
  const locks = new Map<string, { owner: string; until: number | undefined }>();
  const recipients = new Map<string, Recipient>();
  const leaving = recipientIdOf('acc_1', LEAVING_ADDRESS);
  recipients.set(leaving, {
    recipient_id: leaving,
    address: LEAVING_ADDRESS,
    link_key: 'key',
    confirmed_at: '2025-12-01T00:00:00.000Z',
  });
  const consentOf = ({ form_id, recipient_id }: { form_id: string; recipient_id: string }): FormConsent => ({
    bounced_at: world.blocks.get(`${form_id} ${recipient_id}`),
  });
  const requests = new Map<string, string>();
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

    /**
     * Calls SES once. If SES refuses the call, the e-mail wasn't sent. After any other failure, it may have
     * been sent.
     */
    const send = async (email: Email): Promise<{ messageId: string }> => {
      let taken = 0;
      try {
        await call('send', () => {
          if (taken++ > 0) return;
          const { id, scope, to } = email;
          const wasNoted = world.noted.has(id);
          world.sent.push({ id, scope, to, at: timeline.now, wasNoted });
          world.mailService.accept(email);
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
      findReply: () => call('reply.find', () => undefined),
      findForm: (_, id) => call('form.find', () => world.forms.find((form) => form.form_id === id)),
      findMember: () => call('member.find', () => undefined),
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
      log: world.log.writer(call),
      mayReceive: () => call('connection.load', () => true),
      newLinkKey: () => world.nextName('link key'),
      findAccount: (account_id) =>
        call('account.find', () => ({
          account_id,
          name: 'Acme',
          email: OWNER_ADDRESS,
          cursor_key: 'key',
        })),
      recipients: {
        find: (of) =>
          call('recipients.find', () => {
            const found = recipients.get(of.recipient_id);
            return found && { ...found, ...consentOf(of) };
          }),
        findConsent: (of) => call('recipients.findConsent', () => consentOf(of)),
        add: (accountId, address, link_key) =>
          call('recipients.add', () => {
            const recipient_id = recipientIdOf(accountId, address);
            const added = recipients.get(recipient_id) ?? {
              recipient_id,
              address,
              link_key,
            };
            recipients.set(recipient_id, added);
            return added;
          }),
        reserveConfirmation: (_, recipientId, request) =>
          call('recipients.reserveConfirmation', () => {
            if (without === 'one-confirmation') return true;
            const reserved = requests.get(recipientId);
            if (reserved !== undefined) return reserved === request;
            requests.set(recipientId, request);
            recipients.set(recipientId, { ...recipients.get(recipientId)!, asked: 1, asked_by: request });
            return true;
          }),
      },
      autoresponses: {
        reserve: (slot, now) =>
          call('autoresponses.reserve', () => {
            const name = slot.account_id + slot.addressDigest;
            const held = without === 'autoresponse-limit' ? undefined : answers.get(name);
            if (held && held.expiresAt > now && held.submissionId !== slot.submission_id)
              return 'address-and-hour';
            answers.set(name, {
              submissionId: slot.submission_id,
              expiresAt: now + AUTORESPONSE_INTERVAL,
            });
            return 'reserved';
          }),
        release: (slot) =>
          call('autoresponses.release', () => {
            const name = slot.account_id + slot.addressDigest;
            if (answers.get(name)?.submissionId === slot.submission_id) answers.delete(name);
          }),
      },
    };
  };
}
