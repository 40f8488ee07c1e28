/**
 * Simulates how the service spreads a hot form over several partitions. The functions that count submissions and
 * spread the form can die at any call. The stream then delivers the batch again.
 */
import { hotForms } from '../../../lambdas/analytics/hot-forms.ts';
import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import { PIECES } from '../../../lambdas/core/submission-pieces.ts';
import type { Random } from '../../simulation/random.ts';
import type { Timeline } from '../../simulation/timeline.ts';

/** Assumed time between two reads of the stream, in milliseconds. */
const READ_EVERY_MS = 250;
/** The stream waits for a full batch, but at most for this time (lib/analytics/stream-counting.ts). */
const BATCH = 500;
const WINDOW_MS = 10_000;
/** Assumed duration of an update, in milliseconds. */
const UPDATE_MS = 5;
const PAYLOAD = payloadOfPairs([['name', 'Ada']]);

export class HotForm {
  /** Number of pieces that functions read, and that ingest writes. */
  readonly known = { readers: 1, ingest: 1 };
  /** When ingest could use all pieces, in milliseconds. Undefined until then. */
  splitAt: number | undefined;
  /** Number of submissions that were stored in a piece that functions don't read. Must stay zero. */
  lost = 0;
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #deaths: number;
  #stream: number[] = [];
  #isReading = false;

  /** @param deaths the probability that the function dies before one of its updates */
  constructor(timeline: Timeline, random: Random, deaths: number) {
    this.#timeline = timeline;
    this.#random = random;
    this.#deaths = deaths;
  }

  /** Notes a stored submission, which the stream contains from now on. */
  note(piece: number): void {
    if (piece >= this.known.readers) this.lost += 1;
    this.#stream.push(this.#timeline.now);
    if (this.#isReading || this.splitAt !== undefined) return;
    this.#isReading = true;
    this.#timeline.after(READ_EVERY_MS, () => void this.#read());
  }

  async #read(): Promise<void> {
    const batch = this.#stream.slice(0, BATCH);
    const isDue = batch.length === BATCH || this.#timeline.now - (batch[0] ?? Infinity) >= WINDOW_MS;
    if (isDue) await this.#handle(batch);
    this.#isReading = this.splitAt === undefined;
    if (this.#isReading) this.#timeline.after(READ_EVERY_MS, () => void this.#read());
  }

  async #handle(batch: readonly number[]): Promise<void> {
    const arrived = batch.map((at) => ({
      account_id: 'acc_1',
      form_id: 'frm_1',
      received_at: new Date(at).toISOString(),
      payload: PAYLOAD,
    }));
    const isDone = hotForms(arrived).length === 0 || (await this.#split());
    if (isDone) this.#stream = this.#stream.slice(batch.length);
  }

  /** Makes the two updates of `form-split-store.ts`. Returns false if the function died. */
  async #split(): Promise<boolean> {
    for (const who of ['readers', 'ingest'] as const) {
      await this.#timeline.sleep(UPDATE_MS);
      if (this.#random.chance(this.#deaths)) return false;
      this.known[who] = PIECES;
    }
    this.splitAt = this.#timeline.now;
    return true;
  }
}
