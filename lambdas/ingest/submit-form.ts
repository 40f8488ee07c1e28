import { dynamoDocuments } from '../adapters/dynamodb.ts';
import { grantStore } from '../adapters/grant-store.ts';
import { intakeStore } from '../adapters/intake-store.ts';
import { takeIn, type Intake, type IntakeRules, type IntakeStores } from '../domain/intake.ts';
import { plans } from '../domain/plans.ts';
import { systemRandom } from '../domain/random.ts';
import { readEnvironment } from '../environment.ts';
import { bodyBytes } from '../http/body.ts';
import { readFormBody } from '../http/form-body.ts';
import type { Grants } from '../http/authentication.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { Answer } from '../http/problem-document.ts';
import { submitForm as operation } from '../operations.ts';

interface Parts {
  readonly stores: IntakeStores;
  readonly grants: Pick<Grants, 'noteUse'>;
  readonly rules: IntakeRules;
}

/** Answers 201 only after the submission is stored; everything after that hangs off the table's stream. */
export function submitForm({ stores, grants, rules }: Parts) {
  return async ({ event, path, meanwhile }: HttpRequest<typeof operation>): Promise<Answer> => {
    const { headers } = event;
    const intake = await takeIn(
      {
        slug: path['slug'] ?? '',
        sourceIp: event.requestContext.http.sourceIp,
        authorization: headers['authorization'],
        idempotencyKey: headers['idempotency-key'],
        keyUsed: (grant) => meanwhile(grants.noteUse(grant)),
        parse: () => Promise.resolve(readFormBody(headers['content-type'], bodyBytes(event))),
      },
      stores,
      rules,
    );
    return answerTo(intake);
  };
}

function answerTo(intake: Intake): Answer {
  switch (intake.outcome) {
    case 'stored': {
      const { submission_id: id, received_at } = intake.submission;
      return { status: 201, body: { id, received_at, status: 'received', files: 0 } };
    }
    case 'spam':
      return { status: 200, body: { ok: true, status: 'accepted' } };
    case 'replay':
      return { status: 200, body: { id: intake.submissionId, status: 'received', idempotent_replay: true } };
  }
}

const environment = readEnvironment(
  'ACCESS_TOKENS_TABLE',
  'ACCOUNTS_TABLE',
  'API_KEYS_TABLE',
  'BASE_URL',
  'COUNTERS_TABLE',
  'FORM_SLUGS_TABLE',
  'IDEMPOTENCY_TABLE',
  'PLANS',
  'SPAM_RETENTION_DAYS',
  'SUBMISSIONS_TABLE',
);

const db = dynamoDocuments();
const keyTables = { accessTokens: environment.ACCESS_TOKENS_TABLE, apiKeys: environment.API_KEYS_TABLE };

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  submitForm({
    stores: intakeStore(db, {
      ...keyTables,
      accounts: environment.ACCOUNTS_TABLE,
      counters: environment.COUNTERS_TABLE,
      idempotency: environment.IDEMPOTENCY_TABLE,
      slugs: environment.FORM_SLUGS_TABLE,
      submissions: environment.SUBMISSIONS_TABLE,
    }),
    grants: grantStore(db, keyTables, Date.now),
    rules: {
      now: Date.now,
      random: systemRandom,
      plans: plans.parse(environment.PLANS),
      spamRetentionDays: environment.SPAM_RETENTION_DAYS,
    },
  }),
);
