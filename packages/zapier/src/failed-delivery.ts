/**
 * Defines the "New failed delivery" trigger, which fires when all attempts to deliver a submission to a
 * webhook have failed.
 */
import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { requiredTextOf } from './bundle-input.ts';
import { apiUrl } from './installation.ts';

interface Delivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly submission_id: string | null;
  readonly attempts: number;
  readonly last_status_code: number | null;
  readonly last_error: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

async function listFailed(z: ZObject, bundle: Bundle): Promise<Delivery[]> {
  const { data } = await z.request<{ data: Delivery[] }>({
    url: apiUrl`/v1/webhooks/${requiredTextOf(bundle, 'webhook_id')}/deliveries`,
    params: { status: 'failed', limit: 50 },
  });
  return data.data.map(
    ({ id, webhook_id, submission_id, attempts, last_status_code, last_error, created_at, updated_at }) => ({
      id,
      webhook_id,
      submission_id,
      attempts,
      last_status_code,
      last_error,
      created_at,
      updated_at,
    }),
  );
}

export const failedDelivery = {
  key: 'failed_delivery',
  noun: 'Failed delivery',
  display: {
    label: 'New failed delivery',
    description: 'Triggers when a webhook gives up delivering a submission.',
  },
  operation: {
    inputFields: [
      {
        key: 'form_id',
        label: 'Form',
        type: 'string',
        dynamic: 'form_list.id.name',
        required: false,
        altersDynamicFields: true,
        helpText: 'Leave empty for the webhooks of all forms.',
      },
      {
        key: 'webhook_id',
        label: 'Webhook',
        type: 'string',
        dynamic: 'webhook_list.id.name',
        required: true,
      },
    ],
    perform: listFailed,
    sample: {
      id: 'whd_01JD4T3V8K6Q2W9Z5X7Y0A1B2C',
      webhook_id: 'wh_newsletter',
      submission_id: 'sub_01JD4T3V8K6Q2W9Z5X7Y0A1B2C',
      attempts: 5,
      last_status_code: 503,
      last_error: 'HTTP 503',
      created_at: '2026-11-20T09:30:00.400Z',
      updated_at: '2026-11-20T09:41:11.800Z',
    },
    outputFields: [
      { key: 'id', label: 'Delivery ID', type: 'string' },
      { key: 'webhook_id', label: 'Webhook ID', type: 'string' },
      { key: 'submission_id', label: 'Submission ID', type: 'string' },
      { key: 'attempts', label: 'Attempts', type: 'integer' },
      { key: 'last_status_code', label: 'Last status code', type: 'integer' },
      { key: 'last_error', label: 'Last error', type: 'string' },
      { key: 'updated_at', label: 'Failed at', type: 'datetime' },
    ],
  },
} satisfies Trigger;
