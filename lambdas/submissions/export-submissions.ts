import { randomUUID } from 'node:crypto';
import { exportStore } from './export-store.ts';
import { formReader } from '../forms/form-store.ts';
import { s3Client } from '../aws/s3-client.ts';
import { withTempFile } from './temp-file.ts';
import { submissionStore } from './submission-store.ts';
import type { LinkOrigin } from '../files/attachment.ts';
import { SECOND, timestamp, type Clock } from '../core/clock.ts';
import { ValidationFailed } from '../core/errors.ts';
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import { toSubmissionView, type Submission } from './submission.ts';
import { contentTypes, exportText, type ExportedSubmission } from './submission-export.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { exportSubmissions as operation } from '../operations.ts';

interface Parts {
  readonly forms: FormFinder;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'all'>;
  readonly exports: ReturnType<typeof exportStore>;
  readonly baseUrl: string;
  readonly now: Clock;
}

/** What is answered directly: a function's answer is at most 6 MB, and bytes take a third more in it. */
const DIRECT_BYTES = 4 * 1024 * 1024;
/** Reading ends after this; what then follows has the rest of the gateway's 30 s. */
const READING = 24 * SECOND;

/** A small file is the answer itself; a large one goes to the bucket piece by piece, and the answer leads there. */
export function exportSubmissions({ forms, submissions, exports, baseUrl, now }: Parts) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form_id, slug } = await ownedForm(forms, caller.account_id, path['id']);
    const { format, ...filter } = query;
    const started = now();
    const name = `${slug}-${timestamp(started).slice(0, 'yyyy-mm-dd'.length)}.${format}`;
    const contentType = contentTypes[format];
    const contentDisposition = `attachment; filename="${name}"`;
    const inTime = untilLate(submissions.all(form_id, filter), () => now() - started > READING);

    return withTempFile(async (spool): Promise<HttpResponse> => {
      const { first, rest } = await beginning(
        encoded(exportText(format, shown(inTime, { baseUrl, now: started }), spool)),
      );
      if (!rest) {
        const headers = { 'content-type': contentType, 'content-disposition': contentDisposition };
        return { status: 200, headers: { ...headers, 'cache-control': 'no-store' }, bytes: first };
      }
      const file = {
        formId: form_id,
        exportId: `${randomUUID()}.${format}`,
        contentType,
        contentDisposition,
      };
      const location = await exports.store(file, rest);
      return { status: 302, headers: { location, 'cache-control': 'no-store' } };
    });
  };
}

async function* shown(
  batches: AsyncIterable<readonly Submission[]>,
  links: LinkOrigin,
): AsyncGenerator<ExportedSubmission[]> {
  for await (const batch of batches)
    yield batch.map((each) => ({ view: toSubmissionView(each, links), fields: [...each.payload] }));
}

/** @throws ValidationFailed when there is more to read than time */
async function* untilLate<Item>(items: AsyncIterable<Item>, isLate: () => boolean): AsyncGenerator<Item> {
  for await (const item of items) {
    if (isLate()) {
      const message = 'is needed, or a later one: these are too many submissions for one export';
      throw new ValidationFailed([{ path: 'since', message }]);
    }
    yield item;
  }
}

/** Text in pieces that are worth a write. */
async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let pieces: string[] = [];
  let length = 0;
  for await (const piece of text) {
    pieces.push(piece);
    length += piece.length;
    if (length < 256 * 1024) continue;
    yield Buffer.from(pieces.join(''));
    pieces = [];
    length = 0;
  }
  yield Buffer.from(pieces.join(''));
}

/** The whole file when an answer holds it; else an iterable of all of it, of which no more was made yet. */
async function beginning(
  pieces: AsyncGenerator<Buffer>,
): Promise<{ first: Buffer; rest?: undefined } | { first?: undefined; rest: AsyncGenerator<Buffer> }> {
  const made: Buffer[] = [];
  for (let bytes = 0; bytes <= DIRECT_BYTES;) {
    const piece = await pieces.next();
    if (piece.done) return { first: Buffer.concat(made) };
    made.push(piece.value);
    bytes += piece.value.length;
  }
  return {
    rest: (async function* () {
      yield* made;
      yield* pieces;
    })(),
  };
}

export const handler = managementHandler(
  operation,
  ['BASE_URL', 'EXPORTS_BUCKET', 'FORMS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    exportSubmissions({
      forms: formReader(db, environment.FORMS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      exports: exportStore(s3Client(), environment.EXPORTS_BUCKET),
      baseUrl: environment.BASE_URL,
      now: Date.now,
    }),
);
