/**
 * Looks up words in search indexes (FormJobs table and Exports bucket). If an index can't be read, the search
 * reads all submissions instead.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import { batchGet } from '../../aws/batch-get.ts';
import { projectionOf, type DocumentClient } from '../../aws/dynamodb.ts';
import type { IndexLookup } from '../search/indexed-ranges.ts';
import { ulidsInPart } from './part.ts';
import { SEARCH_INDEX, searchedIndex, searchedIndexAttributes } from './search-index.ts';

const logger = new Logger({ serviceName: 'svc-forms' });

/** The environment variables with the names of the tables and the bucket. */
interface Names {
  readonly FORM_JOBS_TABLE: string;
  readonly SUBMISSIONS_TABLE: string;
  readonly EXPORTS_BUCKET: string;
}

/** Maximum number of items per BatchGetItem. */
const BATCH = 100;

export function indexedSearchStore(
  db: DocumentClient,
  { FORM_JOBS_TABLE: formJobs, SUBMISSIONS_TABLE: submissions, EXPORTS_BUCKET: Bucket }: Names,
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
        const { readPartRange } = await import('./part-range-client.ts');
        const of = { Bucket, Key: part.key };
        return await ulidsInPart(part, words, (start, end) => readPartRange(of, start, end));
      } catch (error) {
        logger.warn('Failed to read part of search index', { key: part.key, error });
        return undefined;
      }
    },
  };
}
