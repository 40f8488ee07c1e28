/** From one accepted submission to its deliveries. */
import type { Clock } from '../../core/clock.ts';
import { newDelivery, type Delivery } from './delivery.ts';
import { reopen } from './delivery-state.ts';
import type { Webhook } from '../webhook.ts';

export interface FanOutDeps {
  readonly now: Clock;
  readonly maxAttempts: number;
  listWebhooks(formId: string): Promise<readonly Webhook[]>;
  /** False when it was there already; then it stays as it is. */
  createDelivery(of: Delivery): Promise<boolean>;
  findDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Compare and swap; undefined when somebody else wrote first. */
  replaceDelivery(before: Delivery, after: Delivery): Promise<Delivery | undefined>;
  /** Asks for the attempts that are due of these deliveries. */
  queue(deliveryIds: readonly string[]): Promise<void>;
}

/** A submission that was accepted: at once, or by its release from spam. */
export interface AcceptedSubmission {
  readonly form_id: string;
  readonly submission_id: string;
  readonly released: boolean;
}

/**
 * Makes a delivery for each webhook that is enabled now and queues it. May be repeated: what is stored already is
 * only queued again, and an attempt that was made is not made again.
 */
export async function createDeliveries(
  { form_id, submission_id, released }: AcceptedSubmission,
  ports: FanOutDeps,
): Promise<void> {
  const enabled = (await ports.listWebhooks(form_id)).filter((webhook) => webhook.enabled);
  const made = enabled.map(({ webhook_id }) => newDelivery(webhook_id, submission_id, ports.now()));
  await Promise.all(
    made.map(async (delivery) => {
      const isNew = await ports.createDelivery(delivery);
      if (!isNew && released) await takeUpAgain(delivery, ports);
    }),
  );
  if (made.length > 0) await ports.queue(made.map(({ delivery_id }) => delivery_id));
}

/** The submission was received before, and then marked as spam before everybody had got it. */
async function takeUpAgain(
  { webhook_id, delivery_id }: Delivery,
  { now, maxAttempts, findDelivery, replaceDelivery }: FanOutDeps,
): Promise<void> {
  for (;;) {
    const stored = await findDelivery(webhook_id, delivery_id);
    const again = stored && reopen(stored, now(), { maxAttempts });
    if (!again || again === stored || (await replaceDelivery(stored, again))) return;
  }
}
