/** Builds a search index in a local service, for a form that has too few submissions to be indexed. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientFor, localOutputs } from '../../../cli/service-connection.ts';
import { buildIndex } from '../../../lambdas/submissions/search-index/build-index.ts';
import { searchIndexDeps } from '../../../lambdas/submissions/search-index/search-index-deps.ts';
import { SEARCH_INDEX } from '../../../lambdas/submissions/search-index/search-index.ts';

const HOUR = 3600 * 1000;
const SIZES = { indexedFrom: 1, segmentRows: 2, partBytes: 1_000_000 };

/** Indexes the form's submissions in segments of two, as if an hour had passed. */
export async function indexForm(folder: string, formId: string): Promise<void> {
  const { outputs, endpoints } = localOutputs(folder);
  const db = new DynamoDBClient(clientFor(endpoints?.dynamodb));
  const s3 = new S3Client({ ...clientFor(endpoints?.s3), forcePathStyle: true });
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const names = {
    formJobs: String(outputs['FormJobsTable']),
    submissions: String(outputs['SubmissionsTable']),
    exports: Buckets.find(({ Name = '' }) => /exports/i.test(Name))?.Name ?? '',
  };
  const deps = { ...searchIndexDeps(DynamoDBDocumentClient.from(db), s3, names), sizes: SIZES };
  const message = { form_id: formId, kind: SEARCH_INDEX } as const;
  while (await buildIndex(message, { ...deps, now: () => Date.now() + HOUR }, () => false));
  db.destroy();
  s3.destroy();
}
