/** Compares a form in the file with the stored form. Uses the API's own rules to apply the file. */
import { checkPlainly } from '../core/errors/plain-issues.ts';
import { Conflict, inEnglish, ValidationFailed } from '../core/errors/errors.ts';
import { applyFormPatch, assertStatusReachable, formInput, newForm, type Form } from '../forms/form.ts';
import { isSame, shownSettings, storedForm, type ActualForm } from './actual-state.ts';
import { changesOf, settingsOfNew } from './changed-settings.ts';
import { noRandom } from './defaults.ts';
import { FileRefused, type Fault, type FilePath } from './file-fault.ts';
import type { DesiredForm, Members } from './forms-file.ts';
import { pathOf, targetOf, type Change, type CreateStep, type UpdateStep } from './step.ts';

/** Returns true if the option `--rotate` names this secret. */
export type IsRotated = (name: string) => boolean;

const SECRET: FilePath = ['challenge', 'secret'];
const isSecret = (path: FilePath): boolean => path.join('.') === SECRET.join('.');

/**
 * Returns the step that creates a form. A live form with webhooks is created paused, and goes live after its
 * webhooks are created.
 * @throws FileRefused if the API would reject it
 */
export function creationOf(desired: DesiredForm, accountId: string): CreateStep {
  const { slug, members, webhooks = [] } = desired;
  const path = pathOf({ slug });
  const body = { slug, ...members };
  const checked = checkPlainly(formInput, body);
  if (!checked.success)
    throw new FileRefused(
      checked.issues.map((issue) => ({
        path: [...path, ...issue.path.map(String)],
        message: issue.message,
      })),
    );
  asFault(path, () => newForm(accountId, checked.data, 0, noRandom));
  // If the file contains no `status`, create the form live. Otherwise, an interrupted run would leave the
  // form paused.
  const goesLiveLater = members['status'] === 'live' && webhooks.length > 0;
  return {
    action: 'create',
    target: targetOf(slug),
    slug,
    body: goesLiveLater ? { ...body, status: 'paused' } : body,
    ...(goesLiveLater && { then: { status: 'live' } }),
    changes: settingsOfNew(members, [], isSecret),
  };
}

/**
 * Returns the step that changes a form, or undefined if nothing would change.
 * @throws FileRefused if the API would reject the change
 */
export function changeOf(
  { slug, members, settings }: DesiredForm,
  actual: ActualForm,
  { accountId, isRotated }: { readonly accountId: string; readonly isRotated: IsRotated },
): UpdateStep | undefined {
  const path = pathOf({ slug });
  const before = storedForm(actual, accountId);
  const { status = before.status, ...rest } = settings;
  asFault([...path, 'status'], () => assertStatusReachable(before.status, status));
  const after = asFault(path, () => applyFormPatch(before, { ...rest, status }, 0));
  const emailEnabled = actual.view.email_enabled;
  const [shown, wanted] = [shownSettings(before, emailEnabled), shownSettings(after, emailEnabled)];
  const changes = Object.keys(members).flatMap((name) => changesOf(shown[name], wanted[name], [name]));
  const secret = secretChange(members, before, after, isRotated(`${slug}.${SECRET.join('.')}`));
  const all = [...changes, ...secret];
  if (all.length === 0) return undefined;

  const names = new Set(all.map(({ path: [name] }) => name));
  const body = Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => names.has(name))
      .map(([name, value]) => [name, name === 'challenge' ? sentChallenge(value, secret.length > 0) : value]),
  );
  return {
    action: 'update',
    target: targetOf(slug),
    slug,
    id: actual.view.id,
    etag: actual.etag,
    body,
    changes: all,
  };
}

/**
 * Returns the change to the form's challenge secret, if any. Secrets can't be read back, so a secret only
 * changes if it's rotated, or if the form might not have one yet.
 */
function secretChange(members: Members, before: Form, after: Form, isRotated: boolean): Change[] {
  const { challenge } = members;
  const isGiven = typeof challenge === 'object' && challenge !== null && 'secret' in challenge;
  if (!isGiven) return [];
  const isNew =
    after.challenge.enabled &&
    (!before.challenge.enabled || !isSame(before.challenge.provider, after.challenge.provider));
  return isRotated || isNew ? [{ path: SECRET, isSecret: true }] : [];
}

function sentChallenge(challenge: unknown, withSecret: boolean): unknown {
  if (withSecret || typeof challenge !== 'object' || challenge === null) return challenge;
  return Object.fromEntries(Object.entries(challenge).filter(([name]) => name !== 'secret'));
}

/** Runs one of the API's rules. Throws `FileRefused` if the rule rejects the settings. */
export function asFault<Result>(path: FilePath, rule: () => Result): Result {
  try {
    return rule();
  } catch (error) {
    throw refusalOf(path, error);
  }
}

/** Converts an error from one of the API's rules to a `FileRefused`. Returns all other errors unchanged. */
export function refusalOf(path: FilePath, error: unknown): unknown {
  if (error instanceof ValidationFailed)
    return new FileRefused(
      error.errors.map((issue): Fault => ({
        path: [...path, ...issue.path.split('.').filter(Boolean)],
        message: inEnglish(issue.message),
      })),
    );
  return error instanceof Conflict
    ? new FileRefused([{ path, message: `can't be reached. ${error.message}` }])
    : error;
}
