/** Creates the shared dependencies of the operations that send an e-mail to a recipient. */
import type { DocumentClient } from '../../aws/dynamodb.ts';
import type { readEnvironment } from '../../environment.ts';
import { formReader } from '../form-store.ts';
import type { RecipientFinder } from './path-recipient.ts';
import { recipientEmailCap } from './recipient-email-cap-store.ts';
import { recipientStatusStore } from './recipient-store.ts';

export const RECIPIENT_EMAIL_VARIABLES = [
  'ACCOUNTS_TABLE',
  'CONFIRMATIONS_PER_DAY',
  'CONFIRMATIONS_PER_HOUR',
  'COUNTERS_TABLE',
  'EMAIL_ENABLED',
  'FORMS_TABLE',
  'RECIPIENTS_TABLE',
] as const;

type Environment = ReturnType<typeof readEnvironment<(typeof RECIPIENT_EMAIL_VARIABLES)[number]>>;

export interface RecipientEmailDeps {
  readonly recipients: RecipientFinder;
  readonly cap: ReturnType<typeof recipientEmailCap>;
}

export function recipientEmailDeps(db: DocumentClient, environment: Environment): RecipientEmailDeps {
  return {
    recipients: {
      forms: formReader(db, environment.FORMS_TABLE),
      statusesOf: recipientStatusStore(db, {
        recipients: environment.RECIPIENTS_TABLE,
        accounts: environment.ACCOUNTS_TABLE,
      }),
      emailEnabled: environment.EMAIL_ENABLED,
    },
    cap: recipientEmailCap(
      db,
      environment.COUNTERS_TABLE,
      { hour: environment.CONFIRMATIONS_PER_HOUR, day: environment.CONFIRMATIONS_PER_DAY },
      Date.now,
    ),
  };
}
