import { dynamoDocuments } from '../adapters/dynamodb.ts';
import { intakeStore } from '../adapters/intake-store.ts';
import { takeIn, type Intake, type IntakeRules, type IntakeStores } from '../domain/intake.ts';
import { plans } from '../domain/plans.ts';
import { systemRandom } from '../domain/random.ts';
import { readEnvironment } from '../environment.ts';
import { bodyBytes } from '../http/body.ts';
import { memorySpool } from '../http/form-data/file-spool.ts';
import { readForm } from '../http/form-data/read-form.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { Answer } from '../http/problem-document.ts';
import { submitForm as operation } from '../operations.ts';

interface Parts {
  readonly stores: IntakeStores;
  readonly rules: IntakeRules;
}

/** Answers 201 only after the submission is stored; everything after that hangs off the table's stream. */
export function submitForm({ stores, rules }: Parts) {
  return async ({ event, path }: HttpRequest<typeof operation>): Promise<Answer> => {
    const { headers } = event;
    const intake = await takeIn(
      {
        slug: path['slug'] ?? '',
        sourceIp: event.requestContext.http.sourceIp,
        authorization: headers['authorization'],
        idempotencyKey: headers['idempotency-key'],
        parse: () =>
          readForm(
            { contentType: headers['content-type'], bytes: [bodyBytes(event)] },
            memorySpool({ maxFileBytes: 0 }),
          ),
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

export const handler = httpHandler(
  operation,
  { baseUrl: environment.BASE_URL },
  submitForm({
    stores: intakeStore(dynamoDocuments(), {
      accounts: environment.ACCOUNTS_TABLE,
      apiKeys: environment.API_KEYS_TABLE,
      counters: environment.COUNTERS_TABLE,
      idempotency: environment.IDEMPOTENCY_TABLE,
      slugs: environment.FORM_SLUGS_TABLE,
      submissions: environment.SUBMISSIONS_TABLE,
    }),
    rules: {
      now: Date.now,
      random: systemRandom,
      plans: plans.parse(environment.PLANS),
      spamRetentionDays: environment.SPAM_RETENTION_DAYS,
    },
  }),
);
