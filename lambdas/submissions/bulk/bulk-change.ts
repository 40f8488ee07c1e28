/** Defines bulk updates of submissions: the request body, and the change that each action makes. */
import * as z from 'zod';
import { problemSlugs } from '../../core/problem-slugs.ts';
import type { SubmissionPatch } from '../submission.ts';

const MAX_IDS = 100;

const bulkActions = [
  'read',
  'unread',
  'star',
  'unstar',
  'handle',
  'unhandle',
  'spam',
  'release',
  'delete',
] as const;
type BulkAction = (typeof bulkActions)[number];

/**
 * The change that a bulk update makes. These properties are part of every bulk request, whether it selects
 * submissions by their ids or by a filter.
 */
export const bulkChange = z.strictObject({ action: z.enum(bulkActions) });
export type BulkChange = z.infer<typeof bulkChange>;

/** The ids of submissions to update. */
export const bulkIds = z
  .array(z.string().min(1).max(100))
  .min(1)
  .max(MAX_IDS)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'must not contain the same ID twice' })
  .meta({ uniqueItems: true });

/** The problem document that a request to change only this submission would have returned. */
const problem = z.looseObject({
  type: z.string(),
  code: z.enum(problemSlugs),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
});

/** The result for each id, in the order of the request. `problem` is set only if `ok` is false. */
export const bulkView = z.object({
  data: z.array(z.object({ id: z.string(), ok: z.boolean(), problem: problem.optional() })),
});
export type BulkView = z.infer<typeof bulkView>;

/** The change that each action makes, or undefined for a deletion. */
const patches: Readonly<Record<BulkAction, SubmissionPatch | undefined>> = {
  read: { read: true },
  unread: { read: false },
  star: { starred: true },
  unstar: { starred: false },
  handle: { handled: true },
  unhandle: { handled: false },
  spam: { status: 'spam' },
  release: { status: 'received' },
  delete: undefined,
};

/** Returns the change that a bulk update makes to each submission, or undefined for a deletion. */
export const patchOf = ({ action }: BulkChange): SubmissionPatch | undefined => patches[action];
