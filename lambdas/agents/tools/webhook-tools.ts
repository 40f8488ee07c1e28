/**
 * Defines the tools for webhooks and deliveries. The tools don't show secrets, header values or receivers'
 * responses. No tool creates a webhook or changes a webhook's URL.
 */
import * as z from 'zod';
import { lazy } from '../../core/lazy.ts';
import { deliveryStatuses, deliveryView } from '../../webhooks/delivery/delivery.ts';
import { webhookView } from '../../webhooks/webhook.ts';
import { asQuery, deliveryId, formId, page, paging, timeSpan, webhookId } from './arguments.ts';
import { fittingPage, ToolError } from './tool-result.ts';
import { READS, tool } from './tool.ts';

const webhookRow = lazy(() =>
  webhookView()
    .pick({
      id: true,
      form_id: true,
      name: true,
      events: true,
      enabled: true,
      disabled_reason: true,
      created_at: true,
    })
    .extend({
      host: z.string().describe("Host of the webhook's URL."),
      health: webhookView().shape.health.pick({ state: true, failing_since: true, success_rate_24h: true }),
    }),
);

const pageOfWebhooks = lazy(() =>
  z.object({
    data: z.array(
      webhookRow()
        .omit({ host: true })
        .extend(webhookView().pick({ url: true }).shape),
    ),
    next_cursor: z.string().nullable(),
  }),
);

export const listWebhooks = tool({
  name: 'list_webhooks',
  title: 'List webhooks',
  description:
    'Lists the webhooks of a form, or all webhooks, with the state of their endpoints. People create and change webhooks in the console.',
  scopes: ['read'],
  hints: READS,
  input: () =>
    z.strictObject({
      form_id: formId().optional().describe('Only webhooks of this form. Leave it out for all webhooks.'),
      ...paging(),
    }),
  output: () => z.object({ data: z.array(webhookRow()), ...page() }),
  names: { id: 'form_id' },
  run: ({ form_id, limit, cursor }, { run }) =>
    fittingPage(limit, async (rows) => {
      const query = asQuery({ cursor, limit: rows });
      const body = await (form_id === undefined
        ? run('listAccountWebhooks', { query: { ...query, scope: 'all' } })
        : run('listWebhooks', { path: { id: form_id }, query }));
      const { data, next_cursor } = pageOfWebhooks().parse(body);
      return { data: data.map(({ url, ...shown }) => ({ ...shown, host: hostOf(url) })), next_cursor };
    }),
});

/** Returns only the URL's host, because the path and query of a webhook URL often contain a secret. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const attempt = lazy(() =>
  deliveryView().shape.log.element.pick({
    attempt: true,
    at: true,
    duration_ms: true,
    status_code: true,
    error_code: true,
  }),
);

const deliveryRow = lazy(() =>
  deliveryView()
    .pick({
      id: true,
      webhook_id: true,
      submission_id: true,
      event: true,
      status: true,
      attempts: true,
      last_status_code: true,
      last_error_code: true,
      next_attempt_at: true,
      created_at: true,
      updated_at: true,
    })
    .extend({ log: z.array(attempt()).describe('The last 10 attempts, oldest first.') }),
);

/** Maximum number of attempts listed per delivery in a result. */
const MAX_ATTEMPTS = 10;

function toDeliveryRow(view: unknown): z.infer<ReturnType<typeof deliveryRow>> {
  const { log, ...shown } = deliveryRow().parse(view);
  return { ...shown, log: log.slice(-MAX_ATTEMPTS) };
}

const pageOfDeliveries = lazy(() =>
  z.object({ data: z.array(z.unknown()), next_cursor: z.string().nullable() }),
);

export const listDeliveries = tool({
  name: 'list_deliveries',
  title: 'List deliveries',
  description:
    'Lists the deliveries of a webhook, newest first, or returns one delivery. Shows the attempts and why they failed.',
  scopes: ['read'],
  hints: READS,
  input: () =>
    z.strictObject({
      webhook_id: webhookId().optional().describe('Deliveries of this webhook. Send this or `delivery_id`.'),
      delivery_id: deliveryId().optional().describe('Only this delivery.'),
      status: z.enum(deliveryStatuses).optional().describe('Only deliveries with this status.'),
      ...timeSpan(),
      ...paging(),
    }),
  output: () => z.object({ data: z.array(deliveryRow()), ...page() }),
  names: { id: 'webhook_id' },
  async run({ webhook_id, delivery_id, limit, ...args }, { run }) {
    if (delivery_id !== undefined) {
      const found = await run('getDelivery', { path: { id: delivery_id } });
      return { data: [toDeliveryRow(found)], next_cursor: null, truncated: false };
    }
    if (webhook_id === undefined)
      throw new ToolError('Change these arguments: webhook_id is required unless you send delivery_id.');
    return fittingPage(limit, async (rows) => {
      const query = asQuery({ ...args, limit: rows });
      const found = pageOfDeliveries().parse(
        await run('listDeliveries', { path: { id: webhook_id }, query }),
      );
      return { data: found.data.map(toDeliveryRow), next_cursor: found.next_cursor };
    });
  },
});

export const replayDelivery = tool({
  name: 'replay_delivery',
  title: 'Send a delivery again',
  description:
    'Resends a delivery to its webhook immediately. The endpoint receives the same submission with the same ID. Use this after the endpoint has been fixed.',
  // Require the same scopes as the operation, because a replay sends a submission.
  scopes: ['read', 'write'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: () => z.strictObject({ delivery_id: deliveryId() }),
  output: deliveryRow,
  names: { id: 'delivery_id' },
  run: async ({ delivery_id }, { run }) =>
    toDeliveryRow(await run('replayDelivery', { path: { id: delivery_id } })),
});
