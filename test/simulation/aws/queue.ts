/**
 * Simulates an SQS queue. Messages are delivered at least once and in any order, are hidden while they are
 * being handled, and move to the dead-letter queue after five receives.
 */
import type { Random } from '../random.ts';
import type { Timeline } from '../timeline.ts';

export interface QueuedMessage {
  readonly messageId: string;
  readonly body: string;
  visibleAt: number;
  receipts: number;
}

const MAX_RECEIPTS = 5;
const BATCH = 10;

/** Simulates a standard SQS queue with its dead-letter queue. */
export class Queue {
  readonly messages = new Set<QueuedMessage>();
  readonly deadLetters: QueuedMessage[] = [];
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #visibilityMs: number;
  /** Returns the current probability that a message is delivered twice or late. */
  readonly #mischief: () => number;
  readonly #poll: () => unknown;
  #count = 0;

  /** @param poll called as a timeline event when a message may have become visible */
  constructor(deps: {
    timeline: Timeline;
    random: Random;
    visibilityMs: number;
    mischief: () => number;
    poll: () => unknown;
  }) {
    this.#timeline = deps.timeline;
    this.#random = deps.random;
    this.#visibilityMs = deps.visibilityMs;
    this.#mischief = deps.mischief;
    this.#poll = deps.poll;
  }

  /** Adds a message that becomes visible after `delayMs`. Some messages are delivered twice or late. */
  send(body: unknown, delayMs = 5): void {
    const text = JSON.stringify(body);
    const copies = this.#random.chance(this.#mischief()) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const late = this.#random.chance(this.#mischief()) ? this.#random.between(0, 600_000) : delayMs;
      const message = { messageId: String(this.#count++), body: text, visibleAt: 0, receipts: 0 };
      this.messages.add(message);
      this.#showIn(late, message);
    }
  }

  /** Returns some of the visible messages, in random order. */
  receive(): QueuedMessage[] {
    const visible: QueuedMessage[] = [];
    for (const message of this.messages) if (message.visibleAt <= this.#timeline.now) visible.push(message);
    const batch: QueuedMessage[] = [];
    const wanted = this.#random.between(1, BATCH);
    while (visible.length > 0 && batch.length < wanted) {
      const [message] = visible.splice(this.#random.between(0, visible.length - 1), 1);
      if (!message) break;
      message.receipts += 1;
      if (message.receipts > MAX_RECEIPTS) {
        this.messages.delete(message);
        this.deadLetters.push(message);
        continue;
      }
      this.#showIn(this.#visibilityMs, message);
      batch.push(message);
    }
    return batch;
  }

  /** Deletes a message. Occasionally, the message remains and is delivered again. */
  delete(message: QueuedMessage): void {
    // SQS can redeliver a deleted message if a server that stores a copy of it was unavailable during the
    // deletion.
    if (!this.#random.chance(this.#mischief())) this.messages.delete(message);
  }

  /** Moves the dead letters back to the queue as new messages. Returns how many were moved. */
  redrive(): number {
    const moved = this.deadLetters.splice(0);
    for (const { body } of moved) this.send(JSON.parse(body));
    return moved.length;
  }

  /** Changes the visibility timeout of a message to `seconds`, but at least one second. */
  comeBackIn(seconds: number, messageId: string): void {
    for (const message of this.messages) {
      if (message.messageId === messageId) {
        this.#showIn(Math.max(1, Math.ceil(seconds)) * 1000, message);
      }
    }
  }

  #showIn(milliseconds: number, message: QueuedMessage): void {
    message.visibleAt = this.#timeline.now + milliseconds;
    this.#timeline.after(milliseconds, this.#poll);
  }
}
