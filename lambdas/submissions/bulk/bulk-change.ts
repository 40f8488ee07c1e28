/** Defines bulk updates of submissions: the request body and the change that each action makes. */
import * as z from 'zod';
import { problemSlugs } from '../../core/errors/problem-slugs.ts';
import { labelId, MAX_LABELS } from '../labels/label.ts';
import { assigneeId, MAX_LABELS_OF_SUBMISSION, type SubmissionPatch } from '../submission.ts';

const MAX_IDS = 100;

const bulkActions = [
  'read',
  'unread',
  'star',
  'unstar',
  'handle',
  'unhandle',
  'assign',
  'label',
  'unlabel',
  'spam',
  'release',
  'delete',
] as const;
type BulkAction = (typeof bulkActions)[number];

/**
 * The change that a bulk update makes. These properties are part of every bulk request, whether it selects
 * submissions by their ids or by a filter.
 */
export const bulkChange = z.strictObject({
  action: z.enum(bulkActions),
  assignee: assigneeId.nullable().optional(),
  labels: z
    .array(labelId)
    .min(1)
    .max(MAX_LABELS)
    .transform((ids) => [...new Set(ids)])
    .optional(),
});
export type BulkChange = z.infer<typeof bulkChange>;

/** Returns true if the action adds or removes labels. */
export const changesLabels = (action: BulkAction): action is 'label' | 'unlabel' =>
  action === 'label' || action === 'unlabel';

/** Checks that a change has exactly the properties that its action needs. Use it in `superRefine`. */
export function checkBulkChange(
  { action, assignee, labels }: BulkChange,
  { addIssue }: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  const refuse = (path: string, message: string): void => addIssue({ code: 'custom', path: [path], message });
  if (action === 'assign' && assignee === undefined)
    refuse('assignee', 'is required by the action "assign": a member ID, or null to assign nobody');
  if (action !== 'assign' && assignee !== undefined)
    refuse('assignee', 'can only be used with the action "assign"');
  if (changesLabels(action) && labels === undefined)
    refuse('labels', `is required by the action "${action}", for example ["lbl_01KQ4S0D80T7H2W5J9R3X6M8QC"]`);
  if (!changesLabels(action) && labels !== undefined)
    refuse('labels', 'can only be used with the actions "label" and "unlabel"');
  if (action === 'label' && labels && labels.length > MAX_LABELS_OF_SUBMISSION)
    refuse('labels', `must have at most ${MAX_LABELS_OF_SUBMISSION} items, the maximum for a submission`);
}

/** The ids of submissions to update. */
export const bulkIds = z
  .array(z.string().min(1).max(100))
  .min(1)
  .max(MAX_IDS)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'must not contain the same ID twice' })
  .meta({ uniqueItems: true });

/** The problem document that a separate request for this submission would have returned. */
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

type SimplePatch = Omit<SubmissionPatch, 'assignee' | 'labels'>;

/** For each action that needs no other properties, the change that it makes, or undefined for a deletion. */
export const patches: Readonly<
  Record<Exclude<BulkAction, 'assign' | 'label' | 'unlabel'>, SimplePatch | undefined>
> = {
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
