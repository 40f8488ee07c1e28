/**
 * Finds planned requests that the API would reject because of rules that aren't part of the settings'
 * schemas: patterns, public suffixes, webhook URLs and unconfirmed addresses.
 */
import { ValidationFailed } from '../core/errors/errors.ts';
import { assertFieldsUsable } from '../forms/fields/usable-fields.ts';
import { assertFiltersUsable } from '../forms/filters/filter.ts';
import { applyFormPatch, formInput, formPatch, newForm } from '../forms/form.ts';
import { assertNoPublicSuffix } from '../forms/public-suffix.ts';
import { assertRecipientFiltersUsable } from '../forms/recipients/recipient-filter.ts';
import type { RecipientStatus } from '../forms/recipients/recipient.ts';
import { assertReplyToConfirmed } from '../forms/reply-settings.ts';
import { webhookPatch } from '../webhooks/webhook.ts';
import { storedForm, type Actual } from './actual-state.ts';
import { noRandom } from './defaults.ts';
import { FileRefused, type Fault } from './file-fault.ts';
import { refusalOf } from './form-difference.ts';
import type { FormsApi } from './forms-api.ts';
import { pathOf, type CreateStep, type Step, type UpdateStep } from './step.ts';
import { takenUrls } from './webhook-urls.ts';

type Rule = () => void | Promise<void>;

/** Returns the reason why the service rejects a webhook's URL, or undefined if it accepts the URL. */
type RefusedUrl = FormsApi['refusedUrl'];

/**
 * Checks the steps with the API's rules.
 * @throws FileRefused with a list of all settings that the API would reject
 */
export async function assertAccepted(
  steps: readonly Step[],
  actual: Actual,
  refusedUrl: RefusedUrl,
): Promise<void> {
  const faults: Fault[] = takenUrls(steps, actual);
  for (const step of steps) {
    if (step.action === 'delete') continue;
    const rules = step.webhook === undefined ? formRules(step, actual) : webhookRules(step, refusedUrl);
    for (const rule of rules) faults.push(...(await faultsOf(step, rule)));
  }
  if (faults.length > 0) throw new FileRefused(faults);
}

async function faultsOf(step: Step, rule: Rule): Promise<readonly Fault[]> {
  try {
    await rule();
    return [];
  } catch (error) {
    const refused = refusalOf(pathOf(step), error);
    if (refused instanceof FileRefused) return refused.faults;
    throw error;
  }
}

/** Settings that determine which fields a form can declare. */
const DECIDING_FIELDS = ['fields', 'honeypot_field', 'conventions', 'challenge'] as const;

function formRules(step: CreateStep | UpdateStep, actual: Actual): Rule[] {
  const body = step.action === 'create' ? formInput.parse(step.body) : formPatch.parse(step.body);
  const found = actual.forms.find(({ view }) => view.slug === step.slug);
  const before = found && storedForm(found, actual.accountId);
  const after = before
    ? applyFormPatch(before, formPatch.parse(body), 0)
    : newForm(actual.accountId, formInput.parse(body), 0, noRandom);
  return [
    () => assertNoPublicSuffix(body.allowed_origins ?? []),
    () => assertRecipientFiltersUsable(body.notify_emails),
    ...(DECIDING_FIELDS.some((name) => body[name] !== undefined) ? [() => assertFieldsUsable(after)] : []),
    () => assertReplyToConfirmed(before, after, (_, address) => knownStatus(address, step.slug, actual)),
  ];
}

/**
 * Returns an address's status. If the address isn't a recipient of any form, its status is unknown. In this
 * case, the service decides.
 */
function knownStatus(address: string, slug: string | undefined, { forms }: Actual): RecipientStatus {
  const statuses = forms.flatMap(({ view }) =>
    view.notify_emails
      .filter((recipient) => recipient.address.toLowerCase() === address.toLowerCase())
      .map(({ status }) => ({ status, isOwn: view.slug === slug })),
  );
  const own = statuses.find(({ isOwn }) => isOwn);
  if (own) return own.status;
  // If an address is pending for one form, it isn't confirmed for any form. All other statuses apply to a
  // single form, so the address counts as confirmed.
  return statuses.some(({ status }) => status === 'pending') ? 'pending' : 'confirmed';
}

function webhookRules(step: CreateStep | UpdateStep, refusedUrl: RefusedUrl): Rule[] {
  const { url, filter } = webhookPatch.parse(step.body);
  const reason = url === undefined ? undefined : refusedUrl(url);
  return [
    () => {
      if (reason !== undefined)
        throw new ValidationFailed([{ path: 'url', message: `can't be used. ${reason}` }]);
    },
    () => assertFiltersUsable([['filter', filter]]),
  ];
}
