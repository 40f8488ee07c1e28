/**
 * Tests which functions can read a form's secrets: the challenge secret and the key for hashing addresses.
 */
import { isEverythingOn, template } from '../support/assembly/assembly.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';

const { Resources } = template();
const list = (value: unknown): any[] => (Array.isArray(value) ? value : [value]);

interface Access {
  readonly name: string;
  readonly actions: string[];
  readonly condition: Record<string, any> | undefined;
}

/**
 * Returns the functions that can access a table and its indexes, with their permissions. CDK suffixes are
 * removed from function names.
 */
function accessTo(table: string): Access[] {
  return Object.entries(Resources)
    .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
    .flatMap(([id]) =>
      statementsOfRole(Resources, id)
        .filter(
          ({ Action, Resource }: any) =>
            // The ids of event source mappings contain the names of tables.
            Action !== 'lambda:GetEventSourceMapping' &&
            JSON.stringify(Resource).includes(`Storage${table}Table`),
        )
        .map(({ Action, Condition }: any) => ({
          name: id.replace(/Role[0-9A-F]{8}$/, ''),
          actions: list(Action),
          condition: Condition,
        })),
    );
}

const READS = ['GetItem', 'BatchGetItem', 'Query', 'Scan'].map((action) => `dynamodb:${action}`);
/** Permissions that a table's stream consumer needs. The stream of the forms table only contains keys. */
const STREAM_READS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (action) => `dynamodb:${action}`,
);
const readsOf = (table: string): Access[] =>
  accessTo(table).filter(({ actions }) => actions.some((action) => READS.includes(action)));
const attributesOf = ({ condition }: Access): string[] | 'all' =>
  condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'] ?? 'all';
const readersOf = (table: string, secret: string): string[] => {
  const readers = readsOf(table).filter(
    (access) => attributesOf(access) === 'all' || attributesOf(access).includes(secret),
  );
  // A shared function has one grant for each of its operations.
  return [...new Set(readers.map(({ name }) => name))].toSorted();
};

/** All stored attributes of a form, except its secrets. */
const SHOWN = [
  'account_id',
  'form_id',
  'slug',
  'name',
  'status',
  'honeypot_field',
  'challenge',
  'rate_limit',
  'notify_emails',
  'app_recipients',
  'recipient_filters',
  'autoresponder',
  'redirect_url',
  'allowed_origins',
  'retention_days',
  'language',
  'thank_you',
  'brand',
  'page',
  'notify_subject',
  'fields',
  'unknown_fields',
  'conventions',
  'spam',
  'replies',
  'weekly_spam_summary',
  'time_zone',
  'managed_by',
  'created_at',
  'updated_at',
  'version',
  'pieces',
];

/** Functions that update forms. Agents can do this with the tool `update_form`. */
const UPDATE_FORMS = ['HttpMcp', 'HttpUpdateForm'];
/** Function that receives large submissions (`svc:largePosts`). */
const front = isEverythingOn() ? ['PostFront'] : [];

it('gives the challenge secret only to functions that update forms', () => {
  expect(readersOf('Forms', 'challenge_secret')).toEqual(UPDATE_FORMS);
});

it('gives the challenge secret to functions that verify challenges', () => {
  expect(readersOf('FormSlugs', 'challenge_secret')).toEqual(['HttpSubmitEntry', 'HttpSubmitForm', ...front]);
});

it.each(['address_salt', 'address_key'])('gives %s to functions that hash addresses', (key) => {
  expect(readersOf('Forms', key)).toEqual(UPDATE_FORMS);
  const readers = ['HttpBeforePosts', 'HttpSubmitEntry', 'HttpSubmitForm', ...front];
  expect(readersOf('FormSlugs', key)).toEqual(readers);
});

it.each([
  'FormJobsRunFormJob',
  'HttpDeleteForm',
  'HttpDeleteSubmission',
  'HttpDeliveries',
  'HttpExportSubmissions',
  'HttpFormEmails',
  'HttpFormFields',
  'HttpGetFile',
  'HttpGetForm',
  'HttpGetJob',
  'HttpGetSubmission',
  'HttpListAllSubmissions',
  'HttpListDrive',
  'HttpListForms',
  'HttpListSubmissions',
  'HttpMembers',
  'HttpReplayDelivery',
  'HttpTestWebhook',
  'HttpUpdateSubmission',
  'HttpWebhookChanges',
  'HttpWebhooks',
])('lets %s read forms without secrets', (part) => {
  const reads = readsOf('Forms').filter(({ name }) => name === part);
  expect(reads).not.toEqual([]);
  for (const { condition, actions } of reads) {
    // Events for agents contain the form's name.
    const isForAgents = actions.includes('dynamodb:BatchGetItem');
    expect(condition).toEqual({
      'ForAllValues:StringEquals': {
        'dynamodb:Attributes': isForAgents ? ['account_id', 'form_id', 'name'] : SHOWN,
      },
      StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    });
  }
});

it("doesn't let writes return secrets, except to functions that can read all attributes", () => {
  const writes = [...accessTo('Forms'), ...accessTo('FormSlugs')].filter(({ actions }) =>
    actions.some((action) => ![...READS, ...STREAM_READS].includes(action)),
  );
  const others = writes.filter(({ condition }) => condition === undefined);
  expect(others.map(({ name }) => name).toSorted()).toEqual(UPDATE_FORMS);
  const ofCanary = writes.filter(({ name }) => name === 'CanaryRunCanary').map(({ condition }) => condition);
  expect(ofCanary.map((each) => each?.['ForAllValues:StringLike'])).toEqual(
    isEverythingOn()
      ? [{ 'dynamodb:LeadingKeys': 'acc_CANARY000000*' }, { 'dynamodb:LeadingKeys': 'frm_CANARY0000*' }]
      : [],
  );
  for (const { condition } of writes.filter((each) => !others.includes(each))) {
    expect(condition).toMatchObject({ StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } });
  }
});

describe('the functions that receive submissions', () => {
  const RECEIVERS = isEverythingOn() ? ['HttpSubmitForm', 'PostFront'] : ['HttpSubmitForm'];

  it('can only check whether a submission is stored, even though they can overwrite it', () => {
    for (const name of RECEIVERS) {
      const access = accessTo('Submissions').filter((each) => each.name === name);
      expect(access).toEqual([
        {
          name,
          actions: ['dynamodb:GetItem'],
          condition: {
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['form_id', 'submission_id'] },
            StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
          },
        },
        {
          name,
          actions: ['dynamodb:PutItem'],
          condition: { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } },
        },
      ]);
    }
  });

  /**
   * These functions delete the files of a submission that couldn't be stored. File keys contain a random id,
   * so the permission can't list them. The functions can't read files, and deleted files are kept for 30 days
   * as versions, which only the function for erasures may delete.
   */
  it('can delete the files of a failed submission but not old versions', () => {
    const ofObjects = (name: string): string[] =>
      Object.entries(Resources)
        .filter(([id, { Type }]) => Type === 'AWS::IAM::Role' && id.startsWith(`${name}Role`))
        .flatMap(([id]) => statementsOfRole(Resources, id))
        .filter(({ Resource }: any) => JSON.stringify(Resource).includes('/frm_*'))
        .flatMap(({ Action }: any) => list(Action) as string[]);
    for (const name of RECEIVERS)
      expect(ofObjects(name).toSorted()).toEqual(['s3:DeleteObject', 's3:PutObject']);
    const attachments = Object.entries(Resources).find(([id]) => /^StorageAttachments[0-9A-F]{8}$/.test(id));
    expect((attachments?.[1].Properties as any).VersioningConfiguration).toEqual({ Status: 'Enabled' });
    const roles = Object.entries(Resources).filter(
      ([id, { Type }]) => Type === 'AWS::IAM::Role' && !id.startsWith('DataRequestsEraseDataRole'),
    );
    expect(JSON.stringify(roles)).not.toMatch(/s3:(?:DeleteObjectVersion|\*)/);
  });
});
