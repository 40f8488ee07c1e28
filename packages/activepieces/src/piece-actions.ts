/** Defines the actions for submissions and forms that make a single API call. */
import { createAction, Property } from '@activepieces/pieces-framework';
import { connection } from './piece-connection.ts';
import { allForms, formProperty } from './piece-properties.ts';
import { outputOfSubmission, type Submission } from './piece-submission.ts';
import { apiPath, call } from './service-call.ts';

/** Maximum number of pages to search. Each page can take five seconds. */
const MAX_PAGES = 5;

const submissionId = Property.ShortText({ displayName: 'Submission ID', required: true });
const statuses = [
  { label: 'Received (not spam)', value: 'received' },
  { label: 'Spam', value: 'spam' },
];

export const getSubmission = createAction({
  auth: connection,
  name: 'get_submission',
  displayName: 'Get submission',
  description: 'Gets a submission by its ID',
  props: { submission_id: submissionId },
  run: async ({ auth, propsValue }) =>
    outputOfSubmission(await call<Submission>(auth, apiPath`/v1/submissions/${propsValue.submission_id}`)),
});

interface Page {
  readonly data: readonly Submission[];
  readonly next_cursor: string | null;
}

export const findSubmissions = createAction({
  auth: connection,
  name: 'find_submissions',
  displayName: 'List or find submissions',
  description: 'Lists the newest submissions, or those that contain certain words',
  props: {
    form_id: formProperty(false, 'Leave empty for all forms'),
    words: Property.ShortText({
      displayName: 'Words',
      description: 'Finds submissions that contain all of these words. Case and accents are ignored.',
      required: false,
    }),
    status: Property.StaticDropdown({
      displayName: 'Status',
      required: false,
      options: { options: statuses },
    }),
    limit: Property.Number({ displayName: 'Limit', required: true, defaultValue: 10 }),
  },
  /** Read several pages, because a page of search results may be short or empty even if more follow. */
  async run({ auth, propsValue }) {
    const { form_id, words, status, limit } = propsValue;
    const path = form_id ? apiPath`/v1/forms/${form_id}/submissions` : '/v1/submissions';
    const found: Submission[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && found.length < limit; page += 1) {
      const query = { q: words, status, limit: Math.min(limit - found.length, 100), cursor };
      const { data, next_cursor }: Page = await call(auth, path, { query });
      found.push(...data);
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    return found.map(outputOfSubmission);
  },
});

export const updateSubmission = createAction({
  auth: connection,
  name: 'update_submission',
  displayName: 'Update submission',
  description: "Sets a submission's status or note, or marks it as read or starred",
  props: {
    submission_id: submissionId,
    status: Property.StaticDropdown({
      displayName: 'Status',
      description: 'Releasing a submission sends its webhooks and e-mails.',
      required: false,
      options: { options: statuses },
    }),
    // A dropdown, because a checkbox can't distinguish "No" from "don't change".
    read: Property.StaticDropdown({ displayName: 'Read', required: false, options: yesOrNo() }),
    starred: Property.StaticDropdown({ displayName: 'Starred', required: false, options: yesOrNo() }),
    note: Property.LongText({ displayName: 'Note', required: false }),
  },
  async run({ auth, propsValue }) {
    const { submission_id, status, read, starred, note } = propsValue;
    const body = { status, read, starred, note };
    return outputOfSubmission(
      await call<Submission>(auth, apiPath`/v1/submissions/${submission_id}`, { method: 'PATCH', body }),
    );
  },
});

function yesOrNo() {
  return {
    options: [
      { label: 'Yes', value: true },
      { label: 'No', value: false },
    ],
  };
}

export const listForms = createAction({
  auth: connection,
  name: 'list_forms',
  displayName: 'List forms',
  description: 'Lists the forms of the account, newest first',
  props: {},
  run: ({ auth }) => allForms(auth),
});
