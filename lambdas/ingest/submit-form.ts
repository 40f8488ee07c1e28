import { dynamoDocuments } from '../aws/dynamodb.ts';
import { takeIn, type Intake } from './ingest.ts';
import { readEnvironment } from '../environment.ts';
import { bodyBytes } from '../http/body/request-body.ts';
import { memorySpool } from '../http/body/file-buffer.ts';
import { readForm } from '../http/body/read-form.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { personReading, thanksPage, voiceForPeople, type Person } from '../http/browser.ts';
import type { Answer } from '../http/problem-document.ts';
import { submitForm as operation } from '../operations.ts';
import { intakeParts, type IntakeParts } from './ingest-deps.ts';

/** Answers 201 only after the submission is stored; everything after that hangs off the table's stream. */
export function submitForm({ stores, grants, rules }: IntakeParts) {
  return async ({ event, path, meanwhile }: HttpRequest<typeof operation>): Promise<Answer> => {
    const { headers } = event;
    const intake = await takeIn(
      {
        slug: path['slug'] ?? '',
        sourceIp: event.requestContext.http.sourceIp,
        origin: headers['origin'],
        authorization: headers['authorization'],
        idempotencyKey: headers['idempotency-key'],
        keyUsed: (grant) => meanwhile(grants.noteUse(grant)),
        parse: (limits) =>
          readForm({ contentType: headers['content-type'], bytes: [bodyBytes(event)] }, memorySpool(limits)),
      },
      stores,
      rules,
    );
    const person = personReading(headers);
    return person ? answerToPerson(intake, person) : answerToProgram(intake);
  };
}

/** Every outcome looks the same but for its status: spam is not to learn that it is spam. */
function answerToPerson({ outcome, form }: Intake, person: Person): Answer {
  if (form.redirect_url !== null) {
    return { status: 303, headers: { location: new URL(form.redirect_url).href } };
  }
  return thanksPage(outcome === 'stored' ? 201 : 200, form, person);
}

function answerToProgram(intake: Intake): Answer {
  switch (intake.outcome) {
    case 'stored': {
      const { submission_id: id, received_at, attachments } = intake.submission;
      return { status: 201, body: { id, received_at, status: 'received', files: attachments.length } };
    }
    case 'spam':
      return { status: 200, body: { ok: true, status: 'accepted' } };
    case 'replay':
      return { status: 200, body: { id: intake.submissionId, status: 'received', idempotent_replay: true } };
  }
}

const baseUrl = readEnvironment('BASE_URL').BASE_URL;

export const handler = httpHandler(
  operation,
  { baseUrl, voice: voiceForPeople(baseUrl) },
  submitForm(intakeParts(dynamoDocuments())),
);
