/**
 * Tests the permissions of functions that handle people's data. Only the function for erasures can delete old
 * versions, and each function can only read what it needs. All expectations are handwritten.
 */
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';
import { ofType, templateWith } from '../support/assembly/templates.ts';

const template = templateWith(EVERYTHING_ON);

/** Function names without the hash, and their permissions as `action on resource`. */
const permissions = new Map<string, string[]>(
  ofType(template, 'AWS::Lambda::Function')
    .filter(([id]) => /Function[0-9A-F]{8}$/.test(id))
    .map(([id, { Properties }]): [string, string[]] => {
      const role = (Properties as any).Role['Fn::GetAtt'][0] as string;
      const found = statementsOfRole(template.Resources, role).flatMap(({ Action, Resource }) =>
        [Action]
          .flat()
          .flatMap((action: string) =>
            [Resource].flat().map((resource) => `${action} on ${nameOf(resource)}`),
          ),
      );
      return [id.replace(/^Http|Function[0-9A-F]{8}$/g, ''), [...new Set(found)].toSorted()];
    }),
);

/** Returns a resource's logical id without the hash, followed by the path within the resource. */
function nameOf(resource: any): string {
  if (typeof resource === 'string') return resource;
  const parts = (resource['Fn::Join']?.[1] ?? [resource]) as any[];
  return parts
    .map((part) => (typeof part === 'string' ? part : (part['Fn::GetAtt']?.[0] ?? part.Ref)))
    .join('')
    .replace(/(Table|Queue)?[0-9A-F]{8}/, '');
}

const permissionsOf = (name: string, service: RegExp): string[] =>
  permissions.get(name)!.filter((permission) => service.test(permission));
const holdersOf = (permission: RegExp): string[] =>
  [...permissions].filter(([, all]) => all.some((each) => permission.test(each))).map(([name]) => name);

it('lets only the erasure function list and delete old versions', () => {
  expect(holdersOf(/^s3:(DeleteObjectVersion|ListBucketVersions)\b/)).toEqual(['DataRequestsEraseData']);
  expect(holdersOf(/^s3:GetObjectVersion/)).toEqual([]);
});

it('lets only the functions for deletions, bulk changes, and erasures delete submissions', () => {
  expect(holdersOf(/^dynamodb:DeleteItem on StorageSubmissions$/).toSorted()).toEqual([
    ...['ChangeSubmissions', 'DataRequestsEraseData', 'DeleteSubmission', 'FormJobsRunFormJob'],
  ]);
});

it('lets the function that searches and packs data delete only its own files and records', () => {
  const name = 'DataRequestsRunDataRequest';
  expect(permissionsOf(name, /^s3:/)).toEqual([
    's3:AbortMultipartUpload on StorageExports/data-requests/*',
    's3:DeleteObject on StorageExports/data-requests/*',
    's3:GetObject on StorageAttachments/frm_*',
    's3:PutObject on StorageExports/data-requests/*',
  ]);
  expect(permissionsOf(name, /^dynamodb:(BatchWrite|Delete|Put|Update)/)).toEqual([
    'dynamodb:BatchWriteItem on StorageFormJobs',
    'dynamodb:DeleteItem on StorageFormJobs',
    'dynamodb:PutItem on StorageFormJobs',
    'dynamodb:UpdateItem on StorageFormJobs',
  ]);
  expect(permissionsOf(name, /^sqs:SendMessage/)).toEqual([
    'sqs:SendMessage on DataRequests',
    'sqs:SendMessage on DataRequestsErasures',
  ]);
});

it('lets the erasure function read no files and write only to tables with personal data', () => {
  const name = 'DataRequestsEraseData';
  // Also counts the failed records in other buckets.
  expect(permissionsOf(name, /^s3:(?!ListBucket on \w+(Failed|Uncounted))/)).toEqual([
    's3:DeleteObject on StorageExports/acc_*',
    's3:DeleteObject on StorageExports/data-requests/*',
    's3:DeleteObject on StorageExports/frm_*',
    's3:DeleteObject on StorageExports/imports/*',
    's3:DeleteObject on StorageExports/search/*',
    's3:DeleteObjectVersion on StorageAttachments/frm_*',
    's3:DeleteObjectVersion on StorageAttachments/uploads/*',
    's3:GetObject on StorageExports/data-requests/*',
    's3:GetObject on StorageExports/search/*',
    's3:ListBucket on StorageExports',
    's3:ListBucketVersions on StorageAttachments',
    's3:PutObject on StorageExports/search/*',
  ]);
  expect(permissionsOf(name, /^dynamodb:(BatchWrite|Delete|Put|Update)/)).toEqual([
    'dynamodb:BatchWriteItem on StorageDeliveries',
    'dynamodb:BatchWriteItem on StorageEmails',
    'dynamodb:BatchWriteItem on StorageFormJobs',
    'dynamodb:BatchWriteItem on StorageIdempotency',
    'dynamodb:BatchWriteItem on StorageReplies',
    'dynamodb:DeleteItem on StorageCounters',
    'dynamodb:DeleteItem on StorageFormJobs',
    'dynamodb:DeleteItem on StorageIdentities',
    'dynamodb:DeleteItem on StorageInvitations',
    'dynamodb:DeleteItem on StorageMembers',
    'dynamodb:DeleteItem on StorageRecipients',
    'dynamodb:DeleteItem on StorageSubmissions',
    'dynamodb:DeleteItem on StorageUploads',
    'dynamodb:PutItem on StorageFormJobs',
    'dynamodb:UpdateItem on StorageAccounts',
    'dynamodb:UpdateItem on StorageFormJobs',
    'dynamodb:UpdateItem on StorageForms',
    'dynamodb:UpdateItem on StorageSubmissions',
  ]);
  expect(permissionsOf(name, /^sqs:SendMessage/)).toEqual(['sqs:SendMessage on DataRequestsErasures']);
  expect(holdersOf(/^sqs:SendMessage on DataRequestsErasures$/).toSorted()).toEqual([
    'DataRequestsEraseData',
    'DataRequestsRunDataRequest',
  ]);
});

it('limits each function to its own files in the export bucket', () => {
  const objects = [...permissions].flatMap(([name, all]) =>
    all
      .filter((each) => /^s3:(Get|Put|Delete)\w+ on StorageExports/.test(each))
      .map((each) => `${name}: ${each.replace('StorageExports/', '')}`),
  );
  expect(objects.toSorted()).toEqual([
    'CreateImport: s3:PutObject on imports/*',
    'DataRequestsEraseData: s3:DeleteObject on acc_*',
    'DataRequestsEraseData: s3:DeleteObject on data-requests/*',
    'DataRequestsEraseData: s3:DeleteObject on frm_*',
    'DataRequestsEraseData: s3:DeleteObject on imports/*',
    'DataRequestsEraseData: s3:DeleteObject on search/*',
    'DataRequestsEraseData: s3:GetObject on data-requests/*',
    'DataRequestsEraseData: s3:GetObject on search/*',
    'DataRequestsEraseData: s3:PutObject on search/*',
    'DataRequestsRunDataRequest: s3:DeleteObject on data-requests/*',
    'DataRequestsRunDataRequest: s3:PutObject on data-requests/*',
    'ExportSubmissions: s3:GetObject on acc_*',
    'ExportSubmissions: s3:GetObject on frm_*',
    'ExportSubmissions: s3:PutObject on acc_*',
    'ExportSubmissions: s3:PutObject on frm_*',
    'FormJobsRunFormJob: s3:DeleteObject on frm_*',
    'FormJobsRunFormJob: s3:DeleteObject on imports/*',
    'FormJobsRunFormJob: s3:DeleteObject on search/*',
    'FormJobsRunFormJob: s3:GetObject on imports/*',
    'FormJobsRunFormJob: s3:GetObject on search/*',
    'FormJobsRunFormJob: s3:PutObject on search/*',
    'GetDataRequest: s3:GetObject on data-requests/*',
    'ListAllSubmissions: s3:GetObject on search/*',
    'ListSubmissions: s3:GetObject on search/*',
    'Mcp: s3:GetObject on search/*',
  ]);
});
