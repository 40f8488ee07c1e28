/**
 * Looks up words in search indexes (FormJobs table and Exports bucket). If an index can't be read, a search
 * reads the submissions instead.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { batchGet } from '../../aws/batch-get.ts';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import type { IndexLookup } from '../search/indexed-ranges.ts';
import { ulidsInPart } from './part.ts';
import { SEARCH_INDEX, searchedIndex, searchedIndexAttributes } from './search-index.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

interface Names {
  readonly formJobs: string;
  readonly submissions: string;
  readonly exports: string;
}

/** Maximum number of items per BatchGetItem. */
const BATCH = 100;

export function indexedSearchStore(
  db: DocumentClient,
  s3: S3Client,
  { formJobs, submissions, exports }: Names,
): IndexLookup {
  const indexesOf = async (formIds: readonly string[]) => {
    const rows = await batchGet(db, {
      [formJobs]: {
        Keys: formIds.map((form_id) => ({ form_id, kind: SEARCH_INDEX })),
        ConsistentRead: true,
        ...projectionOf(searchedIndexAttributes),
      },
    });
    return searchedIndex.array().parse(rows[formJobs] ?? []);
  };

  const read = async (Key: string, start: number, end: number): Promise<Uint8Array> => {
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket: exports, Key, Range: `bytes=${start}-${end - 1}` }),
    );
    if (!Body) throw new TypeError('S3 returned no content');
    return Body.transformToByteArray();
  };

  return {
    async partsOf(formIds) {
      try {
        const batches = Array.from({ length: Math.ceil(formIds.length / BATCH) }, (_, index) =>
          formIds.slice(index * BATCH, (index + 1) * BATCH),
        );
        const found = (await Promise.all(batches.map(indexesOf))).flat();
        const current = found.filter(({ table }) => table === submissions);
        return new Map(current.map(({ form_id, parts }) => [form_id, parts]));
      } catch (error) {
        logger.warn('Failed to read search indexes', { error });
        return new Map();
      }
    },

    async ulidsWith(part, words) {
      try {
        return await ulidsInPart(part, words, (start, end) => read(part.key, start, end));
      } catch (error) {
        logger.warn('Failed to read part of search index', { key: part.key, error });
        return undefined;
      }
    },
  };
}
