/** Defines the tools that create and change forms, and the tool that returns a form's code. */
import * as z from 'zod';
import { lazy } from '../../core/lazy.ts';
import { formInput, formPatch, formStatuses } from '../../forms/form.ts';
import { formView } from '../../forms/form-view.ts';
import { formId } from './arguments.ts';
import { fetchSnippet, htmlSnippet } from './form-snippet.ts';
import { formDetails, ingestUrl, toFormDetails } from './form-tools.ts';
import { READS, tool, type ToolContext } from './tool.ts';

/**
 * Settings that tools can change. Leaves out everything that sends submissions or visitors elsewhere
 * (recipients, redirects, origins, autoresponses, links), and everything that can delete submissions.
 */
const settable = lazy(() => ({
  name: formPatch.shape.name.describe('Name of the form, at most 200 characters.'),
  language: formPatch.shape.language,
  fields: formPatch.shape.fields,
  unknown_fields: formPatch.shape.unknown_fields,
  rate_limit: formPatch.shape.rate_limit.describe('Maximum number of submissions per address and hour.'),
  time_zone: formPatch.shape.time_zone,
  thank_you: z
    .strictObject({
      heading: z.string().min(1).max(200).nullable().optional(),
      text: z.string().min(1).max(2000).nullable().optional(),
    })
    .optional()
    .describe('Heading and text of the thank-you page. Null resets one to its default.'),
}));

/** Settings that tools can't change. A person can change them in the console. */
const ONLY_IN_CONSOLE = [
  'notify_emails',
  'redirect_url',
  'allowed_origins',
  'autoresponder',
  'slug',
  'challenge',
  'honeypot_field',
  'retention_days',
  'brand',
  'page',
  'notify_subject',
  'conventions',
  'spam',
  'replies',
  'weekly_spam_summary',
  'managed_by',
];

/** A form after a change. A caller without the scope `read` only gets the form's id. */
const changedForm = lazy(() => formDetails().partial().required({ id: true }));
type ChangedForm = z.infer<ReturnType<typeof changedForm>>;

/**
 * Converts the operation's response to the changed form. If the caller lacks the scope `read`, the response
 * doesn't contain the form.
 */
function toChangedForm(
  body: unknown,
  id: string,
  { caller, baseUrl }: Pick<ToolContext, 'caller' | 'baseUrl'>,
): ChangedForm {
  return caller.scopes.includes('read') ? toFormDetails(body, baseUrl) : { id };
}

const withId = lazy(() => z.object({ id: z.string() }));

export const createForm = tool({
  name: 'create_form',
  title: 'Create a form',
  description:
    'Creates a form that accepts submissions immediately. Send an `idempotency_key` so that a repeated call returns the same form instead of creating another one.',
  scopes: ['write'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: () =>
    z.strictObject({
      ...settable(),
      name: formInput.shape.name.describe('Name of the form, at most 200 characters.'),
      status: z
        .enum(['draft', 'live'])
        .optional()
        .describe('`live` forms accept submissions. Defaults to `live`.'),
      idempotency_key: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Any text that is unique to this form, for example a UUID. Valid for 24 hours.'),
    }),
  output: changedForm,
  onlyInConsole: ONLY_IN_CONSOLE,
  async run({ idempotency_key, ...body }, context) {
    const { caller, run, once } = context;
    const create = async (): Promise<ChangedForm> => {
      const response = await run('createForm', { body });
      return toChangedForm(response, withId().parse(response).id, context);
    };
    if (idempotency_key === undefined) return create();
    const { id, created } = await once(idempotency_key, create);
    if (created) return created;
    // Read the form, because an earlier call with the same idempotency key created it.
    const form = caller.scopes.includes('read') ? await run('getForm', { path: { id } }) : undefined;
    return toChangedForm(form, id, context);
  },
});

export const updateForm = tool({
  name: 'update_form',
  title: 'Change a form',
  description:
    'Changes the settings that you send, and keeps all others. `fields` replaces all declared fields. A paused form rejects submissions.',
  scopes: ['write'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: () =>
    z.strictObject({
      form_id: formId(),
      ...settable(),
      status: z.enum(formStatuses).optional().describe('`live`, `paused` or `draft`.'),
    }),
  output: changedForm,
  names: { id: 'form_id' },
  onlyInConsole: ONLY_IN_CONSOLE,
  run: async ({ form_id, ...body }, context) =>
    toChangedForm(await context.run('updateForm', { path: { id: form_id }, body }), form_id, context),
});

const snippetForm = lazy(() =>
  formView.pick({ slug: true, honeypot_field: true, fields: true, challenge: true }),
);

export const getFormSnippet = tool({
  name: 'get_form_snippet',
  title: 'Get the code of a form',
  description:
    'Returns code that adds the form to a website: plain HTML, and a script that submits it with fetch.',
  scopes: ['read'],
  hints: READS,
  input: () => z.strictObject({ form_id: formId().describe('ID or slug of the form.') }),
  output: () =>
    z.object({
      html: z.string().describe('A form that works without a script, in any page or framework.'),
      fetch: z
        .string()
        .describe('A script for the same page that submits the form without leaving the page.'),
      notes: z.array(z.string()).describe('What to keep in mind.'),
    }),
  names: { id: 'form_id' },
  async run({ form_id }, { baseUrl, run }) {
    const { slug, ...shown } = snippetForm().parse(await run('getForm', { path: { id: form_id } }));
    const form = { ...shown, url: ingestUrl(baseUrl, slug) };
    return {
      html: htmlSnippet(form),
      fetch: fetchSnippet(form),
      notes: [
        `Keep the hidden field "${form.honeypot_field}": only bots fill it in.`,
        'Submitting the form needs no key. Never put a management key on a page.',
        `Guides for React, Next.js, Vue, Svelte and others: ${baseUrl}/docs`,
      ],
    };
  },
});
