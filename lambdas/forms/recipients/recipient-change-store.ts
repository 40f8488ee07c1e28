/**
 * Prepares changes to a form's recipients. Reserves confirmation e-mails within the account's limits,
 * confirms the caller's own address and, if an app makes the change, checks that its connection still exists.
 * All of these changes and checks are part of the transaction that stores the form (Connections, Counters and
 * Recipients tables).
 */
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { incrementWithin } from '../../aws/counter-store.ts';
import type { Principal } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { InvalidToken, ValidationFailed } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';
import { systemRandom, type RandomBytes } from '../../core/random.ts';
import type { Form } from '../form.ts';
import { MAX_RECIPIENTS } from '../form.ts';
import type { Guard } from '../form-store.ts';
import { confirmationCaps, tooManyConfirmations, type ConfirmationLimits } from './confirmation-cap.ts';
import { confirmationRequest, type ConfirmationJob } from './confirmation-request.ts';
import { askableStore, confirmedRecipient, type RecipientStatuses } from './recipient-store.ts';

/** Reasons why a change to a form's recipients can be rejected. */
export type RecipientRefusal = 'hour' | 'day' | 'connection-gone';

export interface RecipientChange {
  /** Job that sends confirmation requests, to be queued once the form is stored. */
  readonly job: ConfirmationJob | undefined;
  readonly guards: readonly Guard<RecipientRefusal>[];
  /** Returns an address's status after the change. */
  readonly statusOf: RecipientStatuses;
  /** Returns the error for a rejected change to a form's recipients. */
  refusal(of: RecipientRefusal): Error;
}

const LINK_KEY_BYTES = 24;

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Returns a new form's default recipients: the address of the member who creates the form. Forms that are
 * created with a key or by an app have no default recipients.
 */
export const defaultRecipients = (caller: Principal): string[] =>
  caller.type === 'member' && caller.scopes.includes('read') ? [caller.email] : [];

/**
 * Returns the caller's own address if it is a recipient of the form and isn't confirmed yet. The identity
 * provider has already verified that the address belongs to the caller.
 */
function ownAddress(caller: Principal, form: Form, statusOf: RecipientStatuses): string | undefined {
  if (caller.type !== 'member') return undefined;
  const own = form.notify_emails.find((address) => isSame(address, caller.email));
  return own !== undefined && statusOf(form, own) === 'pending' ? own : undefined;
}

interface Tables {
  readonly connections: string;
  readonly counters: string;
  readonly recipients: string;
}

/**
 * Creates a function that prepares changes to a form's recipients.
 * @param limits undefined on a stage without a mail sender, which sends no confirmation requests
 */
export function recipientChanges(
  db: DocumentClient,
  tables: Tables,
  limits: ConfirmationLimits | undefined,
  now: Clock,
  random: RandomBytes = systemRandom,
) {
  const askable = askableStore(db, tables.recipients);
  const confirmation = (accountId: string, address: string, at: number) => {
    const linkKey = Buffer.from(random(LINK_KEY_BYTES)).toString('base64url');
    return confirmedRecipient(tables.recipients, { accountId, address, linkKey }, at);
  };

  /**
   * Prepares a change to a form's recipients.
   * @param before undefined for a new form
   */
  return async (
    caller: Principal,
    before: Form | undefined,
    after: Form,
    statusBefore: RecipientStatuses,
  ): Promise<RecipientChange> => {
    if (after.notify_emails.length > MAX_RECIPIENTS)
      throw new ValidationFailed([
        {
          path: 'notify_emails',
          message: `must have fewer entries: a form can have at most ${MAX_RECIPIENTS}, including those that others have added`,
        },
      ]);
    const at = now();
    const own = ownAddress(caller, after, statusBefore);
    const statusOf: RecipientStatuses = (form, address) =>
      own !== undefined && isSame(own, address) ? 'confirmed' : statusBefore(form, address);
    const wanted = limits && confirmationRequest(before, after, statusOf);
    const ids = wanted ? await askable(before, wanted, at) : [];
    const job = wanted && ids.length > 0 ? { ...wanted, recipient_ids: ids } : undefined;
    const caps = limits && confirmationCaps(caller.account_id, limits, at);
    const windows = caps && job ? (['hour', 'day'] as const) : [];
    const guards = windows.flatMap((failed) =>
      caps ? [{ item: { Update: incrementWithin(tables.counters, caps[failed], ids.length) }, failed }] : [],
    );
    return {
      job,
      statusOf,
      guards: [
        ...guards,
        ...(own === undefined ? [] : [{ item: confirmation(caller.account_id, own, at) }]),
        ...(caller.type === 'connection' ? [connectionExists(tables, caller)] : []),
      ],
      refusal: (of) =>
        of === 'connection-gone' || !caps
          ? new InvalidToken(message('access-token-not-valid'))
          : tooManyConfirmations(ids.length, of, caps[of], at),
    };
  };
}

/**
 * Returns a condition that fails if the app's connection has ended. Without this condition, a recipient could
 * outlive the connection that added it.
 */
function connectionExists(
  { connections }: Tables,
  { account_id, connection_id }: Extract<Principal, { type: 'connection' }>,
): Guard<'connection-gone'> {
  const ConditionCheck = {
    TableName: connections,
    Key: { account_id, connection_id },
    ConditionExpression: 'attribute_exists(connection_id)',
  };
  return { item: { ConditionCheck }, failed: 'connection-gone' };
}
