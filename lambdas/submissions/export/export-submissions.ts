/** `GET /v1/forms/{id}/submissions/export`: returns a form's submissions as one file. */
import { randomUUID } from 'node:crypto';
import { exportStore } from './export-store.ts';
import { formReader } from '../../forms/form-store.ts';
import { s3Client } from '../../aws/clients/s3-client.ts';
import { withTempFile } from './temp-file.ts';
import { submissionStore } from '../submission-store.ts';
import type { LinkOrigin } from '../../files/attachment.ts';
import { readerOf } from '../../core/caller.ts';
import { SECOND, timestamp, type Clock } from '../../core/clock.ts';
import { ValidationFailed } from '../../core/errors/errors.ts';
import { timeZoneStore } from '../../accounts/time-zone-store.ts';
import { ownedForm, type FormFinder } from '../../auth/ownership.ts';
import { criteriaOf } from '../handling/criteria.ts';
import type { HandlingDeps } from '../handling/checked-change.ts';
import { handlingDeps, nameReader } from '../handling/handling-deps.ts';
import type { NameReader } from '../handling/names.ts';
import { toSubmissionView, type Submission } from '../submission.ts';
import { contentTypes, exportText, type ExportedSubmission } from './submission-export.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { exportSubmissions as operation } from '../submission-operations.ts';
import type { FormWithoutSecrets } from '../../forms/form.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets>;
  readonly zones: ReturnType<typeof timeZoneStore>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'all'>;
  readonly exports: ReturnType<typeof exportStore>;
  readonly handling: HandlingDeps;
  readonly names: NameReader;
  readonly baseUrl: string;
  readonly now: Clock;
}

/**
 * Maximum size of a file in the response itself, in bytes. A Lambda response is limited to 6 MB, and base64
 * adds a third.
 */
const DIRECT_BYTES = 4 * 1024 * 1024;
/** Time limit for reading, in milliseconds. Leaves 6 s of API Gateway's 30 s timeout for the upload. */
const READ_TIMEOUT = 24 * SECOND;

/** Sends small files in the response. Streams large files to the bucket and redirects the client to them. */
export function exportSubmissions({
  forms,
  zones,
  submissions,
  exports,
  handling,
  names,
  baseUrl,
  now,
}: Deps) {
  return async ({ event, path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = await ownedForm(forms, caller, path['id']);
    const { form_id, slug, fields } = form;
    const { format, delimiter, lists, columns, time_zone: chosenZone, ...selection } = query;
    const filter = await criteriaOf(selection, caller, handling);
    const time_zone = chosenZone ?? form.time_zone ?? (await zones.find(caller.account_id));
    const declared = fields.filter(({ type }) => type !== 'file');
    const written = { format, delimiter, time_zone, lists, columns, fields: declared };
    const started = now();
    const name = `${slug}-${timestamp(started).slice(0, 'yyyy-mm-dd'.length)}.${format}`;
    const contentType = contentTypes[format];
    const contentDisposition = `attachment; filename="${name}"`;
    const batches = withTimeout(
      submissions.all(form_id, { ...filter, reader: readerOf(caller) }),
      () => now() - started > READ_TIMEOUT,
    );

    return withTempFile(async (buffer): Promise<HttpResponse> => {
      const { whole, rest } = await readUpTo(
        DIRECT_BYTES,
        toChunks(
          exportText(written, toExported(batches, form.name, { baseUrl, now: started }, names), buffer),
        ),
      );
      if (!rest) {
        const headers = { 'content-type': contentType, 'content-disposition': contentDisposition };
        return { status: 200, headers, bytes: whole };
      }
      const file = {
        formId: form_id,
        exportId: `${randomUUID()}.${format}`,
        contentType,
        contentDisposition,
        method: event.requestContext.http.method,
      };
      const location = await exports.store(file, rest);
      return { status: 302, headers: { location } };
    });
  };
}

async function* toExported(
  batches: AsyncIterable<readonly Submission[]>,
  form: string,
  links: LinkOrigin,
  names: NameReader,
): AsyncGenerator<ExportedSubmission[]> {
  for await (const batch of batches) {
    const found = await names.namesOf(batch[0]?.account_id ?? '', batch);
    yield batch.map((each) => ({
      view: toSubmissionView(each, links, found),
      form,
      fields: [...each.payload],
    }));
  }
}

/**
 * Yields the items until the time limit.
 * @throws ValidationFailed if items are left after the time limit
 */
async function* withTimeout<Item>(items: AsyncIterable<Item>, isLate: () => boolean): AsyncGenerator<Item> {
  for await (const item of items) {
    if (isLate()) {
      const message =
        'is required, or must be later, because there are too many submissions for one export; for example 2026-11-01T00:00:00.000Z';
      throw new ValidationFailed([{ path: 'since', message }]);
    }
    yield item;
  }
}

/** Converts text to bytes in chunks of at least 256 KiB. */
async function* toChunks(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
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

/**
 * Returns the whole file if it has at most `limit` bytes. Otherwise, returns an iterable over the whole file
 * that reads the remaining bytes on demand.
 */
async function readUpTo(
  limit: number,
  chunks: AsyncGenerator<Buffer>,
): Promise<{ whole: Buffer; rest?: undefined } | { whole?: undefined; rest: AsyncGenerator<Buffer> }> {
  const read: Buffer[] = [];
  for (let bytes = 0; bytes <= limit;) {
    const chunk = await chunks.next();
    if (chunk.done) return { whole: Buffer.concat(read) };
    read.push(chunk.value);
    bytes += chunk.value.length;
  }
  return {
    rest: (async function* () {
      yield* read;
      yield* chunks;
    })(),
  };
}

export const handler = managementHandler(
  operation,
  ['ACCOUNTS_TABLE', 'BASE_URL', 'EXPORTS_BUCKET', 'FORMS_TABLE', 'MEMBERS_TABLE', 'SUBMISSIONS_TABLE'],
  (db, environment) =>
    exportSubmissions({
      forms: formReader(db, environment.FORMS_TABLE),
      zones: timeZoneStore(db, environment.ACCOUNTS_TABLE),
      submissions: submissionStore(db, environment.SUBMISSIONS_TABLE),
      exports: exportStore(s3Client(), environment.EXPORTS_BUCKET),
      handling: handlingDeps(db, environment),
      names: nameReader(db, environment),
      baseUrl: environment.BASE_URL,
      now: Date.now,
    }),
);
