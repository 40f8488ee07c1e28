/** Defines bulk updates of submissions: the request body, and the change that each action makes. */
import * as z from 'zod';
import { problemSlugs } from '../core/problem-slugs.ts';
import type { SubmissionPatch } from './submission.ts';

const MAX_IDS = 100;

export const bulkActions = [
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
export type BulkAction = (typeof bulkActions)[number];

/** Body of `POST /v1/submissions/bulk`. */
export const bulkInput = z.strictObject({
  ids: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(MAX_IDS)
    .refine((ids) => new Set(ids).size === ids.length, { message: 'must not contain the same ID twice' })
    .meta({ uniqueItems: true }),
  action: z.enum(bulkActions),
});

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

/** Returns the change that each action makes, or undefined for a deletion. */
export const patchOfAction: Readonly<Record<BulkAction, SubmissionPatch | undefined>> = {
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
