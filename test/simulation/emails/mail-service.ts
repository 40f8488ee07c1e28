/** The mail service and its events about e-mails: in any order, late or never. */
import { emailTags, sesEvent } from '../../../lambdas/emails/log/ses-event.ts';
import type { Email } from '../../../lambdas/emails/email.ts';
import type { Random } from '../random.ts';
import type { Timeline } from '../timeline.ts';

const MINUTE = 60_000;

/** A recipient whose address ceases to exist at some time. */
export const LEAVING_ADDRESS = 'leaving@example.com';
/** A submitter who reports what it gets as spam at some time. */
export const COMPLAINING_ADDRESS = 'bob@example.org';

/** By hand: what each event makes of an e-mail at least, and whether the address gets more of the form. */
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

/** An event that the mail service published. */
export interface PublishedEvent {
  readonly name: EventName;
  /** The e-mail's id. */
  readonly id: string;
  readonly form_id: string;
  readonly recipient_id: string;
}

/** The mail service: which e-mails arrive, and what happens to the others. */
export class MailService {
  /** Events that arrive some time. */
  readonly published: PublishedEvent[] = [];
  /** Events that are on their way to the queue. */
  pending = 0;
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #leavesAt: number;
  readonly #lost: number;
  readonly #queue: (event: object) => void;

  /** @param deps.lost how likely an event never comes */
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

  /** Takes an e-mail, and publishes its events later. */
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
    // Some arrive before the function that sent has its response.
    this.#timeline.after(this.#random.pick([0, 10, 1000, 20 * MINUTE]), () => {
      this.pending -= 1;
      this.#queue(event);
    });
  }
}
