/** Applies a form's declared fields to a post: refuses it, or leaves out what the form does not know. */
import { ValidationFailed } from '../core/errors.ts';
import type { IngestForm } from '../forms/form.ts';
import { fieldIssues, knownNames, type Pattern } from '../forms/fields/field-check.ts';
import { MOST_FIELDS } from '../forms/fields/field.ts';
import { withoutControlFields, type Payload } from '../submissions/payload.ts';
import type { IncomingFile } from './ingest-files.ts';

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
  { fields, unknown_fields }: Pick<IngestForm, 'fields' | 'unknown_fields'>,
  posted: Posted,
  loadPatterns: PatternLoader,
): Promise<Posted> {
  if (fields.length === 0) return posted;
  const hasPatterns = fields.some(({ pattern }) => pattern !== undefined);
  const patternOf = hasPatterns ? await loadPatterns() : () => ({ matches: () => true });
  const attachments = posted.files.map(({ attachment }) => attachment);
  const issues = fieldIssues({ fields, unknown_fields }, { ...posted, files: attachments }, patternOf);
  if (issues.length > 0) throw new ValidationFailed(issues, { most: MOST_FIELDS });
  if (unknown_fields !== 'drop') return posted;
  const { isFieldKnown, isFileKnown } = knownNames(fields);
  return {
    payload: withoutControlFields(posted.payload, (name) => !isFieldKnown(name)),
    files: posted.files.filter(({ attachment }) => isFileKnown(attachment.field)),
  };
}
