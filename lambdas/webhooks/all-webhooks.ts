/** Lists all webhooks that a caller can see, for `GET /v1/webhooks?scope=all`. */
import * as z from 'zod';
import { canSeeAllForms } from '../auth/ownership.ts';
import { canSeeForm, type FormOwner } from '../core/caller.ts';
import { pageQuery, type Page } from '../core/web/pagination.ts';
import type { Webhook } from './webhook.ts';

/** Query parameters of `GET /v1/webhooks`. */
export const webhooksQuery = pageQuery.extend({
  scope: z
    .enum(['all'])
    .optional()
    .describe(
      'With `all`, the list also contains the webhooks of each form that you can access, after the account-wide webhooks. They are grouped by form, newest form first.',
    ),
});

/** Returns true if a `GET /v1/webhooks` query requests the webhooks of every form. */
export const listsEveryForm = (query: unknown): boolean =>
  webhooksQuery.safeParse(query).data?.scope === 'all';

/** Number of forms to read in parallel per step, and maximum number of steps per page. */
const FORMS_PER_STEP = 25;
const MAX_STEPS = 8;

/**
 * Position of a webhook: its form's creation time and id, then its own creation time and id. Account-wide
 * webhooks have no form.
 */
export type WebhookPosition = readonly [formCreated: string, formId: string, created: string, id: string];

/**
 * Creation time and id of the position after all of an owner's webhooks. Webhooks are sorted in descending
 * order, and the empty string is smaller than any real value.
 */
const END = '';

type FormPosition = readonly [createdAt: string, formId: string];

interface Owner {
  readonly created_at: string;
  readonly form_id: string;
}

interface Readers {
  readonly forms: {
    find(accountId: string, formId: string): Promise<Owner | undefined>;
    listOf(
      caller: FormOwner,
      limit: number,
      after: FormPosition | undefined,
    ): Promise<Page<Owner, FormPosition>>;
  };
  readonly webhooks: { list(ownerId: string): Promise<readonly Webhook[]> };
}

const NO_FORM: Owner = { created_at: '', form_id: '' };

/**
 * Returns a page of all webhooks that the caller can see: first the account-wide webhooks, then the webhooks
 * of each form, newest form first. Reads a limited number of forms, so a page can be short, or empty, even if
 * more pages follow.
 */
export async function allWebhooksOf(
  { forms, webhooks }: Readers,
  caller: FormOwner,
  limit: number,
  after: WebhookPosition | undefined,
): Promise<Page<Webhook, WebhookPosition>> {
  const { account_id } = caller;
  const found: { readonly webhook: Webhook; readonly position: WebhookPosition }[] = [];
  const add = (of: Owner, own: readonly Webhook[]): void => {
    for (const webhook of own) {
      const { created_at, webhook_id } = webhook;
      found.push({ webhook, position: [of.created_at, of.form_id, created_at, webhook_id] });
    }
  };
  const page = (rest: WebhookPosition | undefined): Page<Webhook, WebhookPosition> => {
    const rows = found.slice(0, limit);
    return {
      rows: rows.map(({ webhook }) => webhook),
      next: found.length > limit ? rows.at(-1)?.position : rest,
    };
  };

  const [formCreated = '', formId = '', ...own] = after ?? [];
  if (formId === '') {
    if (canSeeAllForms(caller)) add(NO_FORM, following(await webhooks.list(account_id), own));
  } else if (canSeeForm(caller, formId) && (await forms.find(account_id, formId))) {
    add({ created_at: formCreated, form_id: formId }, following(await webhooks.list(formId), own));
  }
  let place = formId === '' ? undefined : ([formCreated, formId] as const);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (found.length > limit) return page(undefined);
    const { rows, next } = await forms.listOf(caller, FORMS_PER_STEP, place);
    const lists = await Promise.all(rows.map(({ form_id }) => webhooks.list(form_id)));
    for (const [index, row] of rows.entries()) add(row, lists[index] ?? []);
    if (!next) return page(undefined);
    place = next;
  }
  return page(place && [...place, END, END]);
}

/** Returns the webhooks that come after this one. An owner's webhooks are sorted newest first. */
function following(all: readonly Webhook[], [created, id]: readonly string[]): readonly Webhook[] {
  if (created === undefined || id === undefined) return all;
  return all.filter(
    ({ created_at, webhook_id }) => created_at < created || (created_at === created && webhook_id < id),
  );
}
