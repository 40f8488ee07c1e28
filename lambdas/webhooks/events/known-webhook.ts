/** Defines the data that is known about each current or deleted webhook of a form or account. */
import * as z from 'zod';
import { webhook } from '../webhook.ts';

/** A webhook's id and, if it still exists, its settings. */
export const knownWebhook = webhook
  .pick({ webhook_id: true, events: true })
  .extend({ enabled: z.boolean().optional() });
export type KnownWebhook = z.infer<typeof knownWebhook>;
export const knownWebhookAttributes = knownWebhook.keyof().options;
