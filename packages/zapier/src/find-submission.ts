/** Defines the "Find submission" search, which finds a submission by ID or by words in its fields. */
import type { Bundle, HttpResponse, Search, ZObject } from 'zapier-platform-core';
import { textOf } from './bundle-input.ts';
import { formOutputs } from './form-fields.ts';
import { apiUrl } from './installation.ts';
import { managedSubmissionOutputs, sampleManagedSubmission } from './samples.ts';
import { outputOfSubmission, type Submission } from './submission-output.ts';

/**
 * Maximum number of pages to search. Each page can take five seconds, and the platform times out after 30
 * seconds.
 */
const MAX_PAGES = 4;

interface Page {
  readonly data: readonly Submission[];
  readonly next_cursor: string | null;
}

async function findById(z: ZObject, id: string): Promise<Submission[]> {
  const response = await z.request<Submission>({
    url: apiUrl`/v1/submissions/${id}`,
    skipThrowForStatus: true,
  });
  if (response.status === 404) return [];
  response.throwForStatus();
  return [response.data];
}

/** Returns the first page that contains a match. Pages may be empty even if more pages follow. */
async function findByWords(
  z: ZObject,
  words: string,
  form: string | undefined,
): Promise<readonly Submission[]> {
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data }: HttpResponse<Page> = await z.request({
      url: form ? apiUrl`/v1/forms/${form}/submissions` : apiUrl`/v1/submissions`,
      params: { q: words, limit: 10, ...(cursor !== null && { cursor }) },
    });
    if (data.data.length > 0 || data.next_cursor === null) return data.data;
    cursor = data.next_cursor;
  }
  return [];
}

async function findSubmissions(z: ZObject, bundle: Bundle) {
  const id = textOf(bundle, 'submission_id');
  const words = textOf(bundle, 'words');
  if (id === undefined && words === undefined)
    throw new z.errors.Error('Enter an ID or words to search for.', 'no-input');
  const found =
    id === undefined ? await findByWords(z, words ?? '', textOf(bundle, 'form_id')) : await findById(z, id);
  return found.map((submission) => outputOfSubmission(z, submission));
}

export const findSubmission = {
  key: 'find_submission',
  noun: 'Submission',
  display: {
    label: 'Find submission',
    description: 'Finds a submission by its ID, or the newest one that contains certain words.',
  },
  operation: {
    inputFields: [
      { key: 'submission_id', label: 'Submission ID', type: 'string', required: false },
      {
        key: 'words',
        label: 'Words',
        type: 'string',
        required: false,
        helpText: 'Finds submissions that contain all of these words. Case and accents are ignored.',
      },
      {
        key: 'form_id',
        label: 'Form',
        type: 'string',
        dynamic: 'form_list.id.name',
        required: false,
        altersDynamicFields: true,
        helpText: 'Leave empty to search in all forms.',
      },
    ],
    perform: findSubmissions,
    sample: sampleManagedSubmission,
    outputFields: [...managedSubmissionOutputs, formOutputs],
  },
} satisfies Search;
