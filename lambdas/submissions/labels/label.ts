/**
 * Defines an account's labels, which its members add to submissions (docs/specification.md, "Assignee and
 * labels").
 */
import * as z from 'zod';
import { Conflict, NotFound, ValidationFailed } from '../../core/errors/errors.ts';
import { displayName } from '../../core/text/display-name.ts';
import { isLabelId, newLabelId } from '../../core/ids.ts';
import { message } from '../../core/errors/message.ts';
import type { RandomBytes } from '../../core/random.ts';

/** Maximum number of labels per account. */
export const MAX_LABELS = 20;
const MAX_NAME_LENGTH = 40;

const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a color in the format #rrggbb, for example #2f7dd1' })
  .transform((text) => text.toLowerCase());

/** A label as stored and as returned by the API. */
export const label = z.object({
  id: z.string().describe('The label.'),
  name: z.string().describe('Name of the label.'),
  color: z.string().describe('Color in the format `#rrggbb`.'),
});
export type Label = z.infer<typeof label>;

/** The account attributes needed to read labels. */
export const labelledAccount = z.object({ account_id: z.string(), labels: z.array(label).optional() });
export const labelAttributes = labelledAccount.keyof().options;

/** Response of `GET /v1/labels`. */
export const labelsView = z.object({ data: z.array(label).describe('The labels, oldest first.') });

/** Body of `POST /v1/labels`. */
export const labelInput = z.strictObject({ name: displayName(MAX_NAME_LENGTH), color });
export type LabelInput = z.infer<typeof labelInput>;

/** Body of `PATCH /v1/labels/{id}`. */
export const labelPatch = labelInput.partial().refine((patch) => Object.keys(patch).length > 0, {
  message: 'needs a name or a color, for example {"color": "#2f7dd1"}',
});
export type LabelPatch = z.infer<typeof labelPatch>;

/** A label's id in a request body. */
export const labelId = z.string().refine(isLabelId, {
  error: 'must be a label ID, for example lbl_01KQ4S0D80T7H2W5J9R3X6M8QC',
});

/**
 * Returns the labels with a new one at the end.
 * @throws ValidationFailed if there are already `MAX_LABELS` labels
 * @throws Conflict if another label has the same name
 */
export function withLabel(
  labels: readonly Label[],
  input: LabelInput,
  at: number,
  random: RandomBytes,
): { labels: Label[]; created: Label } {
  assertUnusedName(labels, input.name);
  if (labels.length >= MAX_LABELS) {
    const text = `An account can have at most ${MAX_LABELS} labels. Delete one first.`;
    throw new ValidationFailed([{ path: '', message: text }]);
  }
  const created = { id: newLabelId(at, random), ...input };
  return { labels: [...labels, created], created };
}

/**
 * Returns the labels after a change to one of them.
 * @throws NotFound if there is no label with this id
 * @throws Conflict if another label has the new name
 */
export function withChangedLabel(
  labels: readonly Label[],
  id: string,
  patch: LabelPatch,
): { labels: Label[]; changed: Label } {
  const others = withoutLabel(labels, id);
  if (patch.name !== undefined) assertUnusedName(others, patch.name);
  const all = labels.map((each) => (each.id === id ? { ...each, ...patch } : each));
  return { labels: all, changed: labelOf(all, id) };
}

/**
 * Returns the labels without this one.
 * @throws NotFound if there is no label with this id
 */
export function withoutLabel(labels: readonly Label[], id: string): Label[] {
  labelOf(labels, id);
  return labels.filter((each) => each.id !== id);
}

function labelOf(labels: readonly Label[], id: string): Label {
  const found = labels.find((each) => each.id === id);
  if (!found) throw new NotFound(message('no-such-thing', { id }));
  return found;
}

function assertUnusedName(labels: readonly Label[], name: string): void {
  const taken = labels.find((each) => comparable(each.name) === comparable(name));
  if (taken) throw new Conflict(`There is already a label named "${taken.name}".`);
}

/** Normalizes a name. Names that differ only in case or in the encoding of accents return the same text. */
const comparable = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase();

/** Returns a label's id and name for the audit log. */
export function auditedLabel(labels: readonly Label[], id: string): { id: string; name: string } {
  return { id, name: labels.find((each) => each.id === id)?.name ?? id };
}
