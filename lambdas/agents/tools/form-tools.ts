/** Defines the tools that read forms. */
import * as z from 'zod';
import { lazy } from '../../core/lazy.ts';
import { formStatuses } from '../../forms/form.ts';
import { formView } from '../../forms/form-view.ts';
import { asQuery, formId, page, paging } from './arguments.ts';
import { fittingPage } from './tool-result.ts';
import { READS, tool } from './tool.ts';

const url = lazy(() => z.string().describe('URL that visitors submit to.'));

const formRow = lazy(() =>
  formView
    .pick({ id: true, name: true, slug: true, status: true, counts: true, created_at: true })
    .extend({ url: url() }),
);

/** A form's settings. Omits e-mail addresses, because no tool needs them. */
export const formDetails = lazy(() =>
  formView
    .pick({
      id: true,
      name: true,
      slug: true,
      status: true,
      language: true,
      fields: true,
      unknown_fields: true,
      honeypot_field: true,
      rate_limit: true,
      redirect_url: true,
      allowed_origins: true,
      retention_days: true,
      thank_you: true,
      time_zone: true,
      counts: true,
      warnings: true,
      created_at: true,
      updated_at: true,
    })
    .extend({
      url: url(),
      needs_challenge: z.boolean().describe('Whether submissions need a Turnstile token or a solved puzzle.'),
    }),
);

const shownForm = lazy(() =>
  formDetails()
    .omit({ url: true, needs_challenge: true })
    .extend(formView.pick({ challenge: true }).shape),
);

/** URL that the form is submitted to. */
export const ingestUrl = (baseUrl: string, slug: string): string => `${baseUrl}/v1/f/${slug}`;

/** Converts a form from the management API to a tool's result. */
export function toFormDetails(view: unknown, baseUrl: string): z.infer<ReturnType<typeof formDetails>> {
  const { challenge, ...shown } = shownForm().parse(view);
  return { ...shown, url: ingestUrl(baseUrl, shown.slug), needs_challenge: challenge.enabled };
}

export const listForms = tool({
  name: 'list_forms',
  title: 'List forms',
  description: 'Lists the forms, newest first, with the counts of their submissions.',
  scopes: ['read'],
  hints: READS,
  input: () =>
    z.strictObject({
      query: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Only forms with this text in their name or slug.'),
      status: z.enum(formStatuses).optional().describe('Only forms with this status.'),
      ...paging(),
    }),
  output: () => z.object({ data: z.array(formRow()), ...page() }),
  names: { q: 'query' },
  run: ({ query: q, limit, ...args }, { baseUrl, run }) =>
    fittingPage(limit, async (rows) => {
      const found = pageOfForms().parse(
        await run('listForms', { query: asQuery({ q, ...args, limit: rows }) }),
      );
      const data = found.data.map((form) => ({ ...form, url: ingestUrl(baseUrl, form.slug) }));
      return { ...found, data };
    }),
});

const pageOfForms = lazy(() =>
  z.object({
    data: z.array(formRow().omit({ url: true })),
    next_cursor: z.string().nullable(),
  }),
);

export const getForm = tool({
  name: 'get_form',
  title: 'Get a form',
  description: 'Returns the settings of a form, its declared fields and the URL that visitors submit to.',
  scopes: ['read'],
  hints: READS,
  input: () => z.strictObject({ form_id: formId().describe('ID or slug of the form.') }),
  output: formDetails,
  names: { id: 'form_id' },
  run: async ({ form_id }, { baseUrl, run }) =>
    toFormDetails(await run('getForm', { path: { id: form_id } }), baseUrl),
});
