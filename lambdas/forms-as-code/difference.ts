/**
 * Compares a forms file with an account and determines the steps that make the account match the file. Used
 * by the command line and the CDK construct.
 */
import { closestName } from '../core/errors/closest-name.ts';
import type { Actual, ActualForm, ActualWebhook } from './actual-state.ts';
import { NEW_FORM } from './defaults.ts';
import { FileRefused, type Fault } from './file-fault.ts';
import { changeOf, creationOf, type IsRotated } from './form-difference.ts';
import type { Desired, DesiredWebhook } from './forms-file.ts';
import { pathOf, targetOf, type DeleteStep, type Step } from './step.ts';
import { webhookChangeOf, webhookCreationOf, type Owner } from './webhook-difference.ts';
import { assertDifferentUrls, comparableUrl, inUrlOrder } from './webhook-urls.ts';

export interface DifferenceOptions {
  /** Names of the secrets to set again, for example `contact.challenge.secret`. */
  readonly rotate?: readonly string[];
}

/**
 * Returns the steps that make the account match the file, in the order to run them. Webhooks are created and
 * changed before their form, so that a form doesn't go live without them. Deletions come last, unless they
 * free a URL that another webhook needs. A form or webhook that isn't in the file is only deleted if the
 * caller keeps its step (`permittedSteps`).
 * @throws FileRefused if the API would reject a step, or if the file is for another account
 */
export function diff(desired: Desired, actual: Actual, options: DifferenceOptions = {}): Step[] {
  const rotate = (options.rotate ?? []).map(withLowerCaseHeader);
  const faults: Fault[] = [];
  const collect = <Result>(make: () => Result): Result | undefined => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      faults.push(...error.faults);
      return undefined;
    }
  };
  if (desired.account !== undefined && desired.account !== actual.accountId)
    faults.push({
      path: ['account'],
      message: `is ${desired.account}, but the key belongs to the account ${actual.accountId}`,
    });
  faults.push(...wrongRotations(desired, rotate));
  const isRotated: IsRotated = (name) => rotate.includes(name);

  const changes: Step[] = [];
  const deletions: DeleteStep[] = [];
  const add = (step: Step | undefined): void => {
    if (step) changes.push(step);
  };
  const compareWebhooks = (
    wanted: readonly DesiredWebhook[] | undefined,
    existing: readonly ActualWebhook[],
    owner: Owner,
  ): void => {
    if (!wanted) return;
    collect(() => assertNoDuplicates(existing, owner.slug));
    collect(() => assertDifferentUrls(wanted, existing, owner.slug));
    const names = new Set(wanted.map(({ name }) => name));
    const urls = new Set(wanted.map(({ settings }) => comparableUrl(settings.url ?? '')));
    for (const { view, etag } of existing) {
      if (view.name === null || names.has(view.name)) continue;
      const { slug } = owner;
      const target = targetOf(slug, view.name);
      const place = { target, webhook: view.name, ...(slug !== undefined && { slug }) };
      // The API doesn't allow two webhooks with the same URL, so a renamed webhook is deleted before it's
      // created again.
      const isReplaced = urls.has(comparableUrl(view.url));
      (isReplaced ? changes : deletions).push({ action: 'delete', ...place, id: view.id, etag });
    }
    const own = wanted.map((webhook) => {
      const found = existing.find(({ view }) => view.name === webhook.name);
      return collect(() =>
        found ? webhookChangeOf(webhook, found, { owner, isRotated }) : webhookCreationOf(webhook, owner),
      );
    });
    changes.push(
      ...inUrlOrder(
        own.filter((step) => step !== undefined),
        existing,
      ),
    );
  };

  compareWebhooks(desired.webhooks, actual.webhooks, { slug: undefined, id: actual.accountId });
  const bySlug = new Map(actual.forms.map((form) => [form.view.slug, form]));
  for (const form of desired.forms ?? []) {
    const { slug } = form;
    const found = bySlug.get(slug);
    if (!found) add(collect(() => creationOf(form, actual.accountId)));
    compareWebhooks(form.webhooks, found?.webhooks ?? [], { slug, id: found?.view.id ?? NEW_FORM });
    if (found) add(collect(() => changeOf(form, found, { accountId: actual.accountId, isRotated })));
  }
  if (faults.length > 0) throw new FileRefused(faults);
  return [...changes, ...deletions, ...missingForms(desired, actual.forms)];
}

/** Returns a deletion for each form that isn't in the file, if the file manages forms. */
function missingForms({ forms }: Desired, actual: readonly ActualForm[]): DeleteStep[] {
  if (!forms) return [];
  const slugs = new Set(forms.map(({ slug }) => slug));
  return actual
    .filter(({ view }) => !slugs.has(view.slug))
    .map(({ view: { slug, id }, etag }) => ({ action: 'delete', target: targetOf(slug), slug, id, etag }));
}

/** @throws FileRefused if two webhooks have the same name, because the name is then ambiguous */
export function assertNoDuplicates(webhooks: readonly ActualWebhook[], slug: string | undefined): void {
  const names = webhooks.flatMap(({ view }) => view.name ?? []);
  const duplicates = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  if (duplicates.size === 0) return;
  throw new FileRefused(
    Array.from(duplicates, (webhook) => ({
      path: pathOf({ webhook, ...(slug !== undefined && { slug }) }),
      message: 'exists twice in the service; rename or delete one of the two webhooks first',
    })),
  );
}

/** Converts a header name within a secret's name to lowercase, as the service stores it. */
const withLowerCaseHeader = (name: string): string =>
  name.replace(/^(.*\.headers\.)(.+)$/, (_, start: string, header: string) => start + header.toLowerCase());

function wrongRotations(desired: Desired, rotate: readonly string[]): Fault[] {
  const ofWebhooks = (webhooks: readonly DesiredWebhook[] = [], slug?: string): string[] =>
    webhooks.flatMap(({ name, settings }) =>
      Object.keys(settings.headers ?? {}).map((header) => `${targetOf(slug, name)}.headers.${header}`),
    );
  const known = [
    ...ofWebhooks(desired.webhooks),
    ...(desired.forms ?? []).flatMap(({ slug, settings, webhooks }) => [
      ...(settings.challenge?.secret === undefined ? [] : [`${slug}.challenge.secret`]),
      ...ofWebhooks(webhooks, slug),
    ]),
  ];
  return rotate
    .filter((name) => !known.includes(name))
    .map((name) => {
      const suggestion = closestName(name, known);
      const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
      return { path: [], message: `--rotate ${name}: the file has no such secret or header.${hint}` };
    });
}

/** Steps to run, and deletions that weren't permitted. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly kept: readonly DeleteStep[];
}

/**
 * Separates the steps to run from the deletions that aren't permitted.
 * @param allowDelete names of forms and webhooks, or `all`
 */
export function permittedSteps(steps: readonly Step[], allowDelete: readonly string[] | 'all'): Plan {
  const isKept = (step: Step): step is DeleteStep =>
    step.action === 'delete' && allowDelete !== 'all' && !allowDelete.includes(step.target);
  return { steps: steps.filter((step) => !isKept(step)), kept: steps.filter(isKept) };
}
