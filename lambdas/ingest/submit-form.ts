import { documentClient } from '../aws/clients/dynamodb-client.ts';
import { ingest, type IngestResult } from './ingest.ts';
import { readEnvironment } from '../environment.ts';
import { bodyBytes } from '../http/body/request-body.ts';
import { memoryFileBuffer } from '../http/body/file-buffer.ts';
import { readForm } from '../http/body/read-form.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { browserClientOf, thankYouPage, browserFormat, type BrowserClient } from '../http/browser.ts';
import type { HttpResponse } from '../http/problem-document.ts';
import { submitForm as operation } from '../operations.ts';
import { ingestDeps, type IngestDeps } from './ingest-deps.ts';

/** Answers 201 only after the submission is stored; everything after that hangs off the table's stream. */
export function submitForm({ stores, grants, rules }: IngestDeps) {
  return async ({
    event,
    path,
    runInBackground: runInBackground,
  }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { headers } = event;
    const intake = await ingest(
      {
        slug: path['slug'] ?? '',
        sourceIp: event.requestContext.http.sourceIp,
        origin: headers['origin'],
        authorization: headers['authorization'],
        idempotencyKey: headers['idempotency-key'],
        onPrincipal: (grant) => runInBackground(grants.touchLastUsed(grant)),
        parse: (limits) =>
          readForm(
            { contentType: headers['content-type'], bytes: [bodyBytes(event)] },
            memoryFileBuffer(limits),
          ),
      },
      stores,
      rules,
    );
    const person = browserClientOf(headers);
    return person ? answerToPerson(intake, person) : answerToProgram(intake);
  };
}

/** Every outcome looks the same but for its status: spam is not to learn that it is spam. */
function answerToPerson({ outcome, form }: IngestResult, person: BrowserClient): HttpResponse {
  if (form.redirect_url !== null) {
    return { status: 303, headers: { location: new URL(form.redirect_url).href } };
  }
  return thankYouPage(outcome === 'stored' ? 201 : 200, form, person);
}

function answerToProgram(intake: IngestResult): HttpResponse {
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
  { baseUrl, format: browserFormat(baseUrl) },
  submitForm(ingestDeps(documentClient())),
);
