/** Defines hidden triggers that list forms and webhooks for the Zap editor. */
import type { Bundle, HttpResponse, Trigger, ZObject } from 'zapier-platform-core';
import { textOf } from './bundle-input.ts';
import { apiUrl } from './installation.ts';

/** Maximum number of pages to read, with 100 forms each. Users with more forms can enter the ID. */
const MAX_PAGES = 5;

interface Form {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

interface FormPage {
  readonly data: readonly Form[];
  readonly next_cursor: string | null;
}

async function listForms(z: ZObject): Promise<Form[]> {
  const forms: Form[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data }: HttpResponse<FormPage> = await z.request({
      url: apiUrl`/v1/forms`,
      params: { limit: 100, ...(cursor !== null && { cursor }) },
    });
    forms.push(...data.data.map(({ id, name, slug }) => ({ id, name, slug })));
    cursor = data.next_cursor;
    if (cursor === null) break;
  }
  return forms;
}

export const formList = {
  key: 'form_list',
  noun: 'Form',
  display: { label: 'List of forms', description: 'Fills the list of forms.', hidden: true },
  operation: {
    perform: listForms,
    sample: { id: 'frm_1', name: 'Contact', slug: 'contact' },
  },
} satisfies Trigger;

interface Webhook {
  readonly id: string;
  readonly name: string | null;
  readonly url: string;
}

async function listWebhooks(z: ZObject, bundle: Bundle) {
  const form = textOf(bundle, 'form_id');
  const url = form ? apiUrl`/v1/forms/${form}/webhooks` : apiUrl`/v1/webhooks`;
  const { data } = await z.request<{ data: Webhook[] }>(url);
  return data.data.map(({ id, name, url: target }) => ({
    id,
    name: name ? `${name} (${target})` : target,
  }));
}

export const webhookList = {
  key: 'webhook_list',
  noun: 'Webhook',
  display: {
    label: 'List of webhooks',
    description: 'Fills the list of webhooks for a form.',
    hidden: true,
  },
  operation: {
    inputFields: [{ key: 'form_id', type: 'string' }],
    perform: listWebhooks,
    sample: { id: 'wh_1', name: 'Newsletter (https://hooks.example.com/forms)' },
  },
} satisfies Trigger;
