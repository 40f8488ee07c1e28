/** Reads the template's event source mappings, and the failed records that a function reports for a batch. */
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';
import type { Stack } from '../template/stack.ts';
import { matches, parsePattern, type EventPattern } from './event-pattern.ts';
import { flag } from '../template/template.ts';

const mappingProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: flag.default(true),
  BatchSize: z.coerce.number().optional(),
  MaximumBatchingWindowInSeconds: z.coerce.number().default(0),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })).default([]) }).optional(),
  FunctionResponseTypes: z.array(z.string()).default([]),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']).default('TRIM_HORIZON'),
  BisectBatchOnFunctionError: flag.default(false),
  MaximumRetryAttempts: z.coerce.number().default(-1),
  MaximumRecordAgeInSeconds: z.coerce.number().default(-1),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).optional(),
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number() }).optional(),
});

/** An event source mapping from the template, with the source, the function it invokes, and the options. */
export interface EventSourceMapping {
  readonly id: string;
  readonly sourceArn: string;
  readonly functionReference: string;
  /** Maximum number of records per invocation. Lambda's default is 100 for streams and 10 for queues. */
  readonly batchSize: number;
  readonly windowSeconds: number;
  /** Returns true if the function should receive the record. */
  readonly wants: (record: unknown) => boolean;
  readonly reportsItemFailures: boolean;
  readonly startAtLatest: boolean;
  readonly bisects: boolean;
  /** -1 means that records are retried until they expire. */
  readonly maximumRetries: number;
  readonly maximumAgeSeconds: number;
  readonly onFailure: string | undefined;
  readonly maximumConcurrency: number | undefined;
}

/**
 * Returns the template's enabled event source mappings.
 * @param longestWindow maximum batching window, in seconds. Longer windows save money on AWS, but locally
 *   they would only delay updates to the counters
 * @throws RunnerError for a filter that is not a valid pattern
 */
export function mappingsOf(stack: Stack, longestWindow: number): EventSourceMapping[] {
  return stack
    .resources(['AWS::Lambda::EventSourceMapping'], mappingProperties)
    .flatMap(({ logicalId, properties }) => {
      if (!properties.Enabled) return [];
      const patterns = (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) =>
        readFilter(Pattern, logicalId),
      );
      return [
        {
          id: logicalId,
          sourceArn: properties.EventSourceArn,
          functionReference: properties.FunctionName,
          batchSize: properties.BatchSize ?? (properties.EventSourceArn.includes(':sqs:') ? 10 : 100),
          windowSeconds: Math.min(properties.MaximumBatchingWindowInSeconds, longestWindow),
          wants: (record) => patterns.length === 0 || patterns.some((pattern) => matches(pattern, record)),
          reportsItemFailures: properties.FunctionResponseTypes.includes('ReportBatchItemFailures'),
          startAtLatest: properties.StartingPosition === 'LATEST',
          bisects: properties.BisectBatchOnFunctionError,
          maximumRetries: properties.MaximumRetryAttempts,
          maximumAgeSeconds: properties.MaximumRecordAgeInSeconds,
          onFailure: properties.DestinationConfig?.OnFailure?.Destination,
          maximumConcurrency: properties.ScalingConfig?.MaximumConcurrency,
        },
      ];
    });
}

function readFilter(text: string, mapping: string): EventPattern {
  try {
    return parsePattern(JSON.parse(text), mapping);
  } catch (cause) {
    if (cause instanceof RunnerError) throw cause;
    throw new RunnerError(`${mapping}: the filter ${text} is not JSON`, { cause });
  }
}

const itemFailures = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string().nullish() })).nullish(),
});

/**
 * Returns the identifiers that a function reports as failed, or `'all'` if the whole batch failed. As
 * documented by AWS, an invalid response or an item without an identifier also fails the whole batch. An
 * empty response means success.
 */
export function failedItems(payload: string): string[] | 'all' {
  const value: unknown = JSON.parse(payload);
  if (value === null || value === '') return [];
  const parsed = itemFailures.safeParse(value);
  if (!parsed.success) return 'all';
  const identifiers = (parsed.data.batchItemFailures ?? []).map((item) => item.itemIdentifier);
  return identifiers.every((id): id is string => typeof id === 'string' && id !== '') ? identifiers : 'all';
}
