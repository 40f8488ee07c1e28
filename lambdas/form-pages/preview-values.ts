/**
 * Validates values against a form's declared fields, as ingest does, to preview the errors that visitors see.
 */
import { ValidationFailed } from '../core/errors/errors.ts';
import { translate } from '../core/errors/message.ts';
import { payloadOfPairs } from '../core/payload.ts';
import type { Language } from '../core/text/language.ts';
import type { FormField } from '../forms/fields/field.ts';
import { fieldIssues } from '../forms/fields/field-check.ts';
import { translations } from '../i18n/catalogues.ts';
import type { PreviewView } from './preview-draft.ts';
import type { SampleRefusal } from './sample-refusal.ts';

/** Returns the validation errors and the rejected submission. */
export async function checkedValues(
  fields: readonly FormField[],
  values: Readonly<Record<string, string>>,
  language: Language,
): Promise<{ errors: PreviewView['errors']; refusal: SampleRefusal }> {
  const entries = Object.entries(values);
  const { acceptedPattern } = await import('../forms/fields/pattern-engine.ts');
  const issues = fieldIssues(
    { fields, unknown_fields: 'keep' },
    { payload: payloadOfPairs(entries), files: [] },
    acceptedPattern,
  );
  return {
    errors: issues.map(({ path, code = '', message }) => ({
      path,
      code,
      message: typeof message === 'string' ? message : translate(message, translations[language].messages),
    })),
    refusal: {
      problem: new ValidationFailed(issues),
      typed: {
        fields: entries.map(([name, value]) => ({ name, values: [value], files: [] })),
        isShortened: false,
      },
    },
  };
}
