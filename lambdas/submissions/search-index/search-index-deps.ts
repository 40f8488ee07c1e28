/** Provides the dependencies of functions that change search indexes: the tables and the bucket. */
import type { S3Client } from '@aws-sdk/client-s3';
import type { DocumentClient } from '../../aws/dynamodb.ts';
import type { BuildIndexDeps } from './build-index.ts';
import { indexableRowStore } from './indexable-row-store.ts';
import { partObjectStore } from './part-object-store.ts';
import { searchIndexStore } from './search-index-store.ts';

export interface SearchIndexNames {
  readonly formJobs: string;
  readonly submissions: string;
  readonly exports: string;
}

export function searchIndexDeps(
  db: DocumentClient,
  s3: S3Client,
  names: SearchIndexNames,
): Omit<BuildIndexDeps, 'index'> & { readonly index: ReturnType<typeof searchIndexStore> } {
  return {
    now: Date.now,
    index: searchIndexStore(db, names),
    parts: partObjectStore(s3, names.exports),
    rows: indexableRowStore(db, names.submissions),
  };
}
