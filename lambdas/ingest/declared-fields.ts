/**
 * Checks a submission against the form's declared fields. Rejects the submission if fields are invalid.
 * Depending on the form's settings, removes unknown fields.
 */
import { ValidationFailed } from '../core/errors/errors.ts';
import type { FormFile } from '../http/body/form-body.ts';
import { fieldIssues, knownNames, type FieldRules, type Pattern } from '../forms/fields/field-check.ts';
import { MAX_FIELDS } from '../forms/fields/field.ts';
import { withoutControlFields, type Payload } from '../core/payload.ts';
import type { IncomingFile } from '../files/incoming-file.ts';

/** Loads the pattern engine when it is first needed, and returns a function that compiles patterns. */
export type PatternLoader = () => Promise<(source: string) => Pattern>;

interface Posted {
  readonly payload: Payload;
  readonly files: readonly IncomingFile[];
}

/**
 * Returns the payload to store. A form without declared fields accepts all fields.
 * @throws ValidationFailed with a code for each invalid field
 */
export async function withDeclaredFields(
  rules: FieldRules,
  posted: Posted,
  loadPatterns: PatternLoader,
): Promise<Posted> {
  const attachments = posted.files.map(({ attachment }) => attachment);
  await assertValid(rules, { payload: posted.payload, files: attachments }, loadPatterns);
  if (rules.fields.length === 0 || rules.unknown_fields !== 'drop') return posted;
  const { isFieldKnown, isFileKnown } = knownNames(rules.fields);
  return {
    payload: withoutControlFields(posted.payload, (name) => !isFieldKnown(name)),
    files: posted.files.filter(({ attachment }) => isFileKnown(attachment.field)),
  };
}

/**
 * Checks the declared fields of a submission before its files are rejected, because field errors are reported
 * first (docs/specification.md, "Order of checks"). Uploads have not been looked up yet, so file fields
 * aren't checked if the submission has any uploads.
 * @throws ValidationFailed with a code for each invalid field
 */
export function assertFieldsFit(
  { fields, unknown_fields }: FieldRules,
  { payload, files, hasUploads }: { payload: Payload; files: readonly FormFile[]; hasUploads: boolean },
  loadPatterns: PatternLoader,
): Promise<void> {
  const judged = hasUploads ? fields.filter(({ type }) => type !== 'file') : fields;
  return assertValid(
    { fields: judged, unknown_fields },
    { payload, files: hasUploads ? [] : files },
    loadPatterns,
  );
}

async function assertValid(
  rules: FieldRules,
  posted: Parameters<typeof fieldIssues>[1],
  loadPatterns: PatternLoader,
): Promise<void> {
  if (rules.fields.length === 0) return;
  const hasPatterns = rules.fields.some(({ pattern }) => pattern !== undefined);
  const patternOf = hasPatterns ? await loadPatterns() : () => ({ matches: () => true });
  const issues = fieldIssues(rules, posted, patternOf);
  if (issues.length > 0) throw new ValidationFailed(issues, { most: MAX_FIELDS });
}
