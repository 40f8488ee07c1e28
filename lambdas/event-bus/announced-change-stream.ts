/**
 * Converts stream records of deliveries, e-mails and forms into changes that might be announced on the event
 * bus.
 */
import * as z from 'zod';
import { keyChange, streamChange } from '../aws/event-sources/stream-change.ts';
import { emailKey, emailRecord } from '../submissions/email-log/email-record.ts';
import { form } from '../forms/form.ts';
import { delivery } from '../webhooks/delivery/delivery.ts';

const deliveryChange = streamChange({
  keys: delivery.pick({ webhook_id: true, delivery_id: true }),
  item: delivery.pick({
    event: true,
    status: true,
    attempts: true,
    last_status_code: true,
    last_error: true,
    submission_id: true,
    updated_at: true,
    version: true,
  }),
});

const emailChange = streamChange({
  keys: emailKey,
  item: emailRecord.pick({
    kind: true,
    recipient_id: true,
    address: true,
    status: true,
    reason: true,
    changed_at: true,
  }),
});

/** The Forms table's stream only contains keys, because form items contain the bot challenge secret. */
const formChange = keyChange(form.pick({ account_id: true, form_id: true }));

/** Accepts records from all three tables. A record's keys show which table it belongs to. */
export const announcedChange = z.union([
  deliveryChange.transform((change) => ({ of: 'delivery' as const, ...change })),
  emailChange.transform((change) => ({ of: 'email' as const, ...change })),
  formChange.transform((change) => ({ of: 'form' as const, ...change })),
]);
export type AnnouncedChange = z.infer<typeof announcedChange>;
