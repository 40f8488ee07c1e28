/** Simulates the mail service and its e-mail events, which can arrive in any order, late or never. */
import { emailTags, sesEvent } from '../../../lambdas/emails/log/ses-event.ts';
import type { Email } from '../../../lambdas/emails/email.ts';
import type { Random } from '../random.ts';
import type { Timeline } from '../timeline.ts';

const MINUTE = 60_000;

/** Address of a mailbox that is deleted at a random time. */
export const LEAVING_ADDRESS = 'leaving@example.com';
/** Address of a submitter who starts reporting e-mails as spam at a random time. */
export const COMPLAINING_ADDRESS = 'bob@example.org';

/** Events that the mail service can send, in the SES format. */
const EVENTS = {
  delivered: { 'detail-type': 'Email Delivered', member: { delivery: {} } },
  full: {
    'detail-type': 'Email Bounced',
    member: { bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull' } },
  },
  bounced: {
    'detail-type': 'Email Bounced',
    member: { bounce: { bounceType: 'Permanent', bounceSubType: 'NoEmail' } },
  },
  complained: {
    'detail-type': 'Email Complaint Received',
    member: { complaint: { complaintFeedbackType: 'abuse' } },
  },
  delayed: { 'detail-type': 'Email Delivery Delayed', member: { deliveryDelay: { delayType: 'General' } } },
} as const;
export type EventName = keyof typeof EVENTS;

/** An event published by the mail service. */
export interface PublishedEvent {
  readonly name: EventName;
  readonly id: string;
  readonly form_id: string;
  readonly recipient_id: string;
}

/** Simulates a mail service that delivers some e-mails and bounces or delays others. */
export class MailService {
  /** Published events. Includes events that haven't arrived yet, but no lost events. */
  readonly published: PublishedEvent[] = [];
  /** Number of events that haven't reached the queue yet. */
  pending = 0;
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #leavesAt: number;
  readonly #lost: number;
  readonly #queue: (event: object) => void;

  /** @param deps.lost probability that an event is lost */
  constructor(deps: {
    timeline: Timeline;
    random: Random;
    lost: number;
    leavesAt: number;
    queue: (event: object) => void;
  }) {
    this.#timeline = deps.timeline;
    this.#random = deps.random;
    this.#lost = deps.lost;
    this.#leavesAt = deps.leavesAt;
    this.#queue = deps.queue;
  }

  /** Accepts an e-mail and publishes its events later. */
  accept(email: Email): void {
    for (const name of this.#fate(email.to)) this.#publish(name, email);
  }

  #fate(to: string): EventName[] {
    const isLater = this.#timeline.now >= this.#leavesAt;
    if (to === LEAVING_ADDRESS && isLater)
      return this.#random.pick<EventName[]>([['bounced'], ['delivered', 'bounced']]);
    if (to === COMPLAINING_ADDRESS && isLater) return ['delivered', 'complained'];
    return this.#random.pick<EventName[]>([['delivered'], ['delayed', 'delivered'], ['delayed', 'full']]);
  }

  #publish(name: EventName, { id, scope, recipient_id = '' }: Email): void {
    if (this.#random.chance(this.#lost)) return;
    this.published.push({ name, id, form_id: scope, recipient_id });
    const { 'detail-type': type, member } = EVENTS[name];
    const event = {
      'detail-type': type,
      time: new Date(this.#timeline.now).toISOString(),
      detail: {
        ...member,
        mail: {
          messageId: 'one',
          tags: {
            [emailTags.scope]: [scope],
            [emailTags.email]: [id],
            [emailTags.recipient]: [recipient_id],
          },
        },
      },
    };
    sesEvent.parse(event);
    this.pending += 1;
    // Some events arrive before the sending function gets its response.
    this.#timeline.after(this.#random.pick([0, 10, 1000, 20 * MINUTE]), () => {
      this.pending -= 1;
      this.#queue(event);
    });
  }
}
