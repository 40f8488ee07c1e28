/** Checks declared fields for conflicts with the form's control fields and for unusable patterns. */
import { ValidationFailed, type ValidationIssue } from '../../core/errors/errors.ts';
import { controlFieldsOf, type ControllingForm } from '../control-fields.ts';

/**
 * Checks a form's declared fields.
 * @throws ValidationFailed when a field could never be submitted, or matching its pattern could take too long
 */
export async function assertFieldsUsable(form: ControllingForm): Promise<void> {
  const { fields } = form;
  const isControlField = controlFieldsOf(form);
  const issues: ValidationIssue[] = fields.flatMap(({ name }, index) =>
    isControlField(name)
      ? [{ path: `fields.${index}.name`, message: 'is a control field of the form, which is never stored' }]
      : [],
  );
  if (fields.some(({ pattern }) => pattern !== undefined)) {
    const { patternFaults } = await import('./pattern-engine.ts');
    issues.push(
      ...patternFaults(fields).map(({ index, message }) => ({ path: `fields.${index}.pattern`, message })),
    );
  }
  if (issues.length > 0) throw new ValidationFailed(issues);
}
