/** `POST /v1/forms`: creates a form. */
import { formWriter } from './form-store.ts';
import type { Clock } from '../core/clock.ts';
import { Conflict } from '../core/errors.ts';
import { newForm, toFormView, slugWithEnding, type Form } from './form.ts';
import { systemRandom, type RandomBytes } from '../core/random.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../http/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { createForm as operation } from '../operations.ts';

interface Deps {
  readonly forms: Pick<ReturnType<typeof formWriter>, 'create'>;
  readonly now: Clock;
  readonly random: RandomBytes;
  readonly emailEnabled: boolean;
}

/**
 * Creates a form. A slug that the client chose and another form has is a conflict; a slug made from the name gets a
 * random ending instead.
 */
export function createForm({ forms, now, random, emailEnabled }: Deps) {
  const created = (form: Form): HttpResponse => ({
    status: 201,
    headers: { location: `/v1/forms/${form.form_id}` },
    body: toFormView(form, { emailEnabled }),
  });
  return async ({ body, caller, logWith }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const form = newForm(caller.account_id, body, now(), random);
    logWith({ form_id: form.form_id });
    if ((await forms.create(form)) === 'written') return created(form);
    if (body.slug !== undefined) throw new Conflict(`The slug "${body.slug}" is taken.`);
    const another = { ...form, slug: slugWithEnding(form.slug, random) };
    if ((await forms.create(another)) === 'written') return created(another);
    throw new Conflict('No free slug was found for this name; send one.');
  };
}

const variables = ['FORMS_TABLE', 'FORM_SLUGS_TABLE', 'EMAIL_ENABLED'] as const;

export const handler = managementHandler(operation, variables, (db, environment) =>
  createForm({
    forms: formWriter(db, { forms: environment.FORMS_TABLE, slugs: environment.FORM_SLUGS_TABLE }),
    now: Date.now,
    random: systemRandom,
    emailEnabled: environment.EMAIL_ENABLED,
  }),
);
