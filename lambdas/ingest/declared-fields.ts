/** Applies a form's declared fields to a post: refuses it, or leaves out what the form does not know. */
import { ValidationFailed } from '../core/errors.ts';
import type { FormFile } from '../http/body/form-body.ts';
import { fieldIssues, knownNames, type FieldRules, type Pattern } from '../forms/fields/field-check.ts';
import { MOST_FIELDS } from '../forms/fields/field.ts';
import { withoutControlFields, type Payload } from '../core/payload.ts';
import type { IncomingFile } from '../files/incoming-file.ts';

/** Makes the pattern of a field; the engine is loaded with the first one. */
export type PatternLoader = () => Promise<(source: string) => Pattern>;

interface Posted {
  readonly payload: Payload;
  readonly files: readonly IncomingFile[];
}

/**
 * What is stored of a post. A form without declared fields takes anything.
 * @throws ValidationFailed with a code for each field that does not fit
 */
export async function withDeclaredFields(
  rules: FieldRules,
  posted: Posted,
  loadPatterns: PatternLoader,
): Promise<Posted> {
  const attachments = posted.files.map(({ attachment }) => attachment);
  await assertFits(rules, { payload: posted.payload, files: attachments }, loadPatterns);
  if (rules.fields.length === 0 || rules.unknown_fields !== 'drop') return posted;
  const { isFieldKnown, isFileKnown } = knownNames(rules.fields);
  return {
    payload: withoutControlFields(posted.payload, (name) => !isFieldKnown(name)),
    files: posted.files.filter(({ attachment }) => isFileKnown(attachment.field)),
  };
}

/**
 * Of a post whose files are refused, tells what is wrong with its declared fields first (docs/specification.md, "Order of
 * checks"). Of uploads nothing is known then: beside them, fields for files are not judged.
 * @throws ValidationFailed with a code for each field that does not fit
 */
export function assertFieldsFit(
  { fields, unknown_fields }: FieldRules,
  { payload, files, hasUploads }: { payload: Payload; files: readonly FormFile[]; hasUploads: boolean },
  loadPatterns: PatternLoader,
): Promise<void> {
  const judged = hasUploads ? fields.filter(({ type }) => type !== 'file') : fields;
  return assertFits(
    { fields: judged, unknown_fields },
    { payload, files: hasUploads ? [] : files },
    loadPatterns,
  );
}

async function assertFits(
  rules: FieldRules,
  posted: Parameters<typeof fieldIssues>[1],
  loadPatterns: PatternLoader,
): Promise<void> {
  if (rules.fields.length === 0) return;
  const hasPatterns = rules.fields.some(({ pattern }) => pattern !== undefined);
  const patternOf = hasPatterns ? await loadPatterns() : () => ({ matches: () => true });
  const issues = fieldIssues(rules, posted, patternOf);
  if (issues.length > 0) throw new ValidationFailed(issues, { most: MOST_FIELDS });
}
