/**
 * Packs the data found by a data request into a ZIP file. The file is uploaded while it's being written. If
 * the function crashes, it starts over and replaces the file.
 */
import type { Clock } from '../../core/clock.ts';
import type { Language } from '../../core/text/language.ts';
import type { FormWithoutSecrets } from '../../forms/form.ts';
import { aboutExport } from '../../i18n/owners/about-export.ts';
import type { Submission, SubmissionView } from '../../submissions/submission.ts';
import { certificateOf } from '../certificate.ts';
import { endedRequest, zipKeyOf, type DataRequest } from '../data-request.ts';
import type { RequestRecords } from '../request-records.ts';
import { archive, ArchiveTooLarge, bytesOf, type ArchiveEntry } from './zip-archive.ts';
import { zipNames } from './zip-names.ts';

/** A form with the submissions to pack. */
export interface PackedForm extends Pick<FormWithoutSecrets, 'name' | 'language' | 'fields'> {
  readonly submissionIds: readonly string[];
}

export interface PackDeps {
  readonly requests: Pick<RequestRecords, 'replace'>;
  /** Returns the forms that still exist, each with its matches. */
  formsOf(request: DataRequest): Promise<readonly PackedForm[]>;
  /** Yields the submissions that still exist, in batches. */
  read(submissionIds: readonly string[]): AsyncIterable<readonly Submission[]>;
  /** Returns the API representation of submissions. */
  viewsOf(submissions: readonly Submission[]): Promise<readonly SubmissionView[]>;
  /** Returns the API representation of a submission's timeline, which includes its e-mails. */
  timelineOf(submission: Submission): Promise<readonly { readonly type: string }[]>;
  /** Yields the CSV file of all submissions. */
  csv(forms: readonly PackedForm[], language: Language): AsyncIterable<Uint8Array>;
  /** Yields a file's content, or nothing if it was deleted. */
  file(submission: Submission, fileId: string): AsyncIterable<Uint8Array>;
  accountName(accountId: string): Promise<string>;
  /** Stores the file completely or not at all. */
  store(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Stores which submissions are in the file, so that an erasure can find the file. */
  storeIds(key: string, submissionIds: readonly string[]): Promise<void>;
  readonly now: Clock;
}

/**
 * Packs the file and finishes the request.
 * @returns the stored request, or undefined if another function or the owner has changed it
 */
export async function packStep(request: DataRequest, deps: PackDeps): Promise<DataRequest | undefined> {
  const { requests, now } = deps;
  const zip_key = zipKeyOf(request);
  const forms = await deps.formsOf(request);
  const ids = forms.flatMap(({ submissionIds }) => submissionIds);
  await deps.storeIds(zip_key, ids);
  try {
    await deps.store(zip_key, archive(entriesOf(request, forms, deps)));
  } catch (error) {
    if (!(error instanceof ArchiveTooLarge)) throw error;
    const reason = 'The ZIP file would have more than 4 GB or 65,535 files.';
    return requests.replace(request, endedRequest(request, { status: 'failed', reason }, now()));
  }
  const end = { status: 'finished', certificate: certificateOf(request, now()) } as const;
  return requests.replace(request, endedRequest({ ...request, zip_key }, end, now()));
}

async function* entriesOf(
  request: DataRequest,
  forms: readonly PackedForm[],
  deps: PackDeps,
): AsyncGenerator<ArchiveEntry> {
  const ids = forms.flatMap(({ submissionIds }) => submissionIds);
  const language = languageOf(forms);
  yield { path: 'submissions.json', bytes: bytesOf(json(ids, deps)) };
  yield { path: 'submissions.csv', bytes: deps.csv(forms, language) };
  const account = await deps.accountName(request.form_id);
  yield { path: 'about.txt', bytes: bytesOf(about(request, account, forms, language)) };
  for await (const batch of deps.read(ids)) {
    for (const submission of batch) {
      const nameOf = zipNames();
      for (const { file_id, name } of submission.attachments) {
        const path = `files/${submission.submission_id}/${nameOf(name)}`;
        yield { path, isStored: true, bytes: deps.file(submission, file_id) };
      }
    }
  }
}

/** Returns the language of the form with the most matches. */
function languageOf(forms: readonly PackedForm[]): Language {
  const [first] = forms.toSorted((a, b) => b.submissionIds.length - a.submissionIds.length);
  return first?.language ?? 'en';
}

async function* json(
  ids: readonly string[],
  { read, viewsOf, timelineOf }: Pick<PackDeps, 'read' | 'viewsOf' | 'timelineOf'>,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const batch of read(ids)) {
    const views = await viewsOf(batch);
    const timelines = await Promise.all(batch.map(timelineOf));
    for (const [index, view] of views.entries()) {
      const timeline = timelines[index] ?? [];
      const emails = timeline.filter(({ type }) => type === 'email' || type === 'reply');
      yield `${separator}${JSON.stringify({ ...view, timeline, emails })}`;
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* about(
  { email, terms = [], searched_until, counts }: DataRequest,
  account: string,
  forms: readonly PackedForm[],
  language: Language,
): AsyncGenerator<string> {
  yield await Promise.resolve(
    aboutExport[language]({
      account,
      wanted: email ?? terms.join(', '),
      until: searched_until,
      submissions: counts.submissions,
      files: counts.files,
      forms: forms.map(({ name }) => name),
    }),
  );
}
