/**
 * Records the actions of agents and owners, and the service's responses. `invariants.ts` uses them to
 * determine when events may and must be sent.
 */
import { StateHistory } from '../history.ts';

/** A request to subscribe or to unsubscribe. */
export interface Call {
  readonly kind: 'subscribe' | 'unsubscribe';
  readonly secret: string;
  readonly begunAt: number;
  /** When the response arrived, or when the function crashed. */
  endedAt: number;
  /**
   * `done` if the service confirmed the request, `refused` if nothing was stored, `unknown` after a crash or
   * an outage.
   */
  answer: 'done' | 'refused' | 'unknown';
  /** When the subscription ends, in milliseconds since the epoch. Only set if the service confirmed it. */
  endsAt: number;
}

/** A key or connection, and how its permissions change. */
export class Principal {
  readonly id: string;
  /**
   * Time when the key is revoked or expires, or when the member is removed. Nothing may be sent after this
   * time.
   */
  endedAt = Infinity;
  /** Time when the key was revoked or the connection was deleted. Nothing may be stored after this time. */
  goneAt = Infinity;
  /** Ids of the forms that it can access, separated by commas. `*` means all forms. */
  readonly forms = new StateHistory<string>();

  constructor(id: string, now: number) {
    this.id = id;
    this.forms.record(now, '*');
  }

  /** Returns true if it could access the form at any time in the period. */
  couldAccess(formId: string, from: number, to: number): boolean {
    const lists = new Set(this.forms.changes.map(({ state }) => state));
    return [...lists].some(
      (list) => (list === '*' || list.split(',').includes(formId)) && this.forms.wasBetween(from, to, list),
    );
  }

  /** Returns the first time after `from` when it couldn't access the form. */
  firstWithout(formId: string, from: number): number {
    const changes = this.forms.changes.filter(({ at }) => at > from);
    const lost = changes.find(({ state }) => state !== '*' && !state.split(',').includes(formId));
    return Math.min(this.endedAt, lost?.at ?? Infinity);
  }
}

/** The values that identify a subscription: a principal, a callback and a form. */
export interface Subscribed {
  readonly principal: Principal;
  readonly url: string;
  /** Undefined for all forms. */
  readonly formId: string | undefined;
  readonly ttlMs: number;
  readonly calls: Call[];
  /** Id of the subscription. */
  readonly id: string;
}

/** An event that reached a callback. */
export interface SentEvent {
  readonly webhookId: string;
  readonly submissionId: string;
  readonly formId: string;
  readonly url: string;
  readonly at: number;
  readonly isAcknowledged: boolean;
  /** Secrets that the request is signed with. */
  readonly secrets: readonly string[];
}

/** A challenge that reached a callback. */
export interface SentChallenge {
  readonly url: string;
  readonly principalId: string;
  readonly at: number;
  readonly isAnswered: boolean;
  readonly answeredAt: number;
  readonly of: Call;
}
