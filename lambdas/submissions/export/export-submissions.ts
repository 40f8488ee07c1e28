/**
 * `GET /v1/forms/{id}/submissions/export` and `GET /v1/submissions/export`: returns the submissions of one
 * form or of all forms as a single file.
 */
import { randomUUID } from 'node:crypto';
import { exportStore } from './export-store.ts';
import { formReader } from '../../forms/form-store.ts';
import { s3Client } from '../../aws/clients/s3-client.ts';
import { withTempFile } from './temp-file.ts';
import { submissionStore } from '../submission-store.ts';
import { readerOf, type FormOwner } from '../../core/caller.ts';
import { SECOND, timestamp, type Clock } from '../../core/clock.ts';
import { ValidationFailed } from '../../core/errors/errors.ts';
import { timeZoneStore } from '../../accounts/time-zone-store.ts';
import { ownedForm, type FormFinder } from '../../auth/ownership.ts';
import { criteriaOf, type SubmissionCriteria } from '../handling/criteria.ts';
import type { HandlingDeps } from '../handling/checked-change.ts';
import { handlingDeps, nameReader } from '../handling/handling-deps.ts';
import type { NameReader } from '../handling/names.ts';
import { toSubmissionView } from '../submission.ts';
import { contentTypes } from './export-query.ts';
import { exportBytes, type ExportedForm } from './submission-export.ts';
import type { HttpRequest } from '../../http/http-handler.ts';
import { managementHandler } from '../../auth/management-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { exportSubmissions as operation } from '../submission-operations.ts';
import type { FormWithoutSecrets } from '../../forms/form.ts';

interface Deps {
  readonly forms: FormFinder<FormWithoutSecrets> & Pick<ReturnType<typeof formReader>, 'listOf'>;
  readonly zones: ReturnType<typeof timeZoneStore>;
  readonly submissions: Pick<ReturnType<typeof submissionStore>, 'all'>;
  readonly exports: ReturnType<typeof exportStore>;
  readonly handling: HandlingDeps;
  readonly names: NameReader;
  readonly baseUrl: string;
  readonly now: Clock;
}

/**
 * Maximum size in bytes of a file sent in the response. A Lambda response is limited to 6 MB, and base64
 * encoding makes the file a third larger.
 */
const DIRECT_BYTES = 4 * 1024 * 1024;
/**
 * Time limits for reading, in milliseconds. They leave the rest of API Gateway's 30 s timeout for writing and
 * uploading the file. XLSX files take longer to write because they are compressed.
 */
const READ_TIMEOUTS = { csv: 24 * SECOND, ndjson: 24 * SECOND, xlsx: 18 * SECOND } as const;
const FORMS_PER_PAGE = 200;

/** Sends small files in the response. Streams large files to the bucket and redirects the client to them. */
export function exportSubmissions(deps: Deps) {
  const { forms, zones, exports, handling, now } = deps;
  return async ({ event, path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = path['id'] === undefined ? undefined : await ownedForm(forms, caller, path['id']);
    const { format, delimiter, times, lists, language, columns, time_zone: chosenZone, ...selection } = query;
    const filter = { ...(await criteriaOf(selection, caller, handling)), reader: readerOf(caller) };
    const time_zone = chosenZone ?? form?.time_zone ?? (await zones.find(caller.account_id));
    const options = { format, delimiter, times, time_zone, lists, language, columns };
    const started = now();
    const name = `${form?.slug ?? 'submissions'}-${timestamp(started).slice(0, 'yyyy-mm-dd'.length)}.${format}`;
    const contentType = contentTypes[format];
    const contentDisposition = `attachment; filename="${name}"`;
    const exported = {
      forms: toExported(form ? [form] : allForms(forms, caller), filter, deps, {
        started,
        until: started + READ_TIMEOUTS[format],
      }),
      ofSeveralForms: form === undefined,
    };

    return withTempFile(async (buffer): Promise<HttpResponse> => {
      const { whole, rest } = await readUpTo(DIRECT_BYTES, exportBytes(options, exported, buffer));
      if (!rest) {
        const headers = { 'content-type': contentType, 'content-disposition': contentDisposition };
        return { status: 200, headers, bytes: whole };
      }
      const file = {
        ownerId: form?.form_id ?? caller.account_id,
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

/** Yields all forms that the caller can access, newest first. */
async function* allForms(forms: Deps['forms'], caller: FormOwner): AsyncGenerator<FormWithoutSecrets> {
  let after: Parameters<typeof forms.listOf>[2];
  do {
    const { rows, next } = await forms.listOf(caller, FORMS_PER_PAGE, after);
    yield* rows;
    after = next;
  } while (after !== undefined);
}

async function* toExported(
  forms: AsyncIterable<FormWithoutSecrets> | Iterable<FormWithoutSecrets>,
  filter: SubmissionCriteria,
  { submissions, names, baseUrl, now }: Deps,
  { started, until }: { started: number; until: number },
): AsyncGenerator<ExportedForm> {
  const links = { baseUrl, now: started };
  for await (const form of forms) {
    const { account_id, name, fields } = form;
    const all = withTimeout(submissions.all(form, filter), () => now() > until);
    yield {
      name,
      fields: fields.filter(({ type }) => type !== 'file'),
      batches: (async function* () {
        for await (const batch of all) {
          if (batch.length === 0) continue;
          const found = await names.namesOf(account_id, batch);
          yield batch.map((each) => ({
            view: toSubmissionView(each, links, found),
            fields: [...each.payload],
          }));
        }
      })(),
    };
  }
}

/**
 * Yields the items until the time limit is reached.
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

/**
 * Returns the whole file if it has at most `limit` bytes. Otherwise, returns an iterable over the whole file
 * that reads the remaining bytes on demand.
 */
async function readUpTo(
  limit: number,
  chunks: AsyncGenerator<Uint8Array>,
): Promise<{ whole: Buffer; rest?: undefined } | { whole?: undefined; rest: AsyncGenerator<Uint8Array> }> {
  const read: Uint8Array[] = [];
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
