/** Simulates endpoints that are down for minutes to days and then get the deliveries they missed. */
import { newFormId } from '../../../lambdas/core/ids.ts';
import { newKeyPair } from '../../../lambdas/webhooks/signing/key-pair.ts';
import { newWebhookSecret } from '../../../lambdas/webhooks/webhook.ts';
import { oneFault, randomFaults, type Fault, type FaultPlan } from '../faults.ts';
import { Random } from '../random.ts';
import type { Remedy } from '../remedies.ts';
import type { Played } from '../scenario.ts';
import { Stage } from '../stage.ts';
import { START, World } from '../world.ts';
import type { HealingRemedy } from './remedies.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OUTAGES = [3 * MINUTE, 20 * MINUTE, 20 * MINUTE, 2 * HOUR, 2 * HOUR, 6 * HOUR, DAY, 5 * DAY];
/** Time between the last fault and the last recovery. All scheduled attempts are made during this time. */
const SETTLES = 2 * HOUR;

/** Runs a seed's outage until everything has arrived. */
export async function playHealing(seed: number, without?: Remedy | HealingRemedy): Promise<Played> {
  const random = new Random(seed);
  const from = START + random.between(0, 10 * MINUTE);
  const to = from + Math.ceil(random.pick(OUTAGES) * (0.5 + random.next() / 2));
  const calmAt = to + HOUR;
  const world = new World({
    random,
    plan: randomFaults(random, START, calmAt),
    calmAt,
    runsUntil: calmAt + SETTLES + MINUTE,
    givesUpAfterMs: 6 * HOUR,
    mischief: random.pick([0, 0.05, 0.3]),
    // The service disables webhooks after 15 minutes of failures, after five days, or never.
    disableAfterDays: random.pick([0, 0.01, 5]),
    without,
    skewMs: random.pick([0, 0, 500]),
  });
  const stage = new HealingStage(world, random);
  const formId = newFormId(random.bytes);
  stage.form(formId, true);
  for (let webhooks = random.between(1, 2); webhooks > 0; webhooks -= 1)
    stage.webhook(formId, 'outage', 0, { from, to });
  const soon = (): number => to - START + random.between(-5, 5) * SECOND;
  // A recovery sends up to 50 deliveries in a step, so some worlds have more.
  for (let posts = random.chance(0.1) ? 110 : random.between(1, 12); posts > 0; posts -= 1)
    stage.submission(formId, 'received', random.chance(0.2) ? soon() : random.between(1, to - START + HOUR));
  for (let acts = random.between(0, 8); acts > 0; acts -= 1)
    stage.actsDuringOutage(random.chance(0.3) ? soon() : random.between(from - START, to - START + HOUR));
  stage.recoverAtTheEnd(calmAt + SETTLES);
  await world.run();
  return { world, history: stage.history };
}

/** Simulates an outage of 20 minutes and its recovery, with one fault at call number `call`. */
export async function playOneHealingFault(call: number, fault: Fault): Promise<Played> {
  const plan: FaultPlan = oneFault(call, fault);
  const { world, stage } = outageOf(20 * MINUTE, 2, { random: new Random(1), plan, disableAfterDays: 0 });
  await world.run();
  return { world, history: stage.history };
}

/** Simulates an outage of a webhook with `auto_recover`. Nobody requests a recovery. */
export async function playAutoRecover(seed: number, without?: HealingRemedy): Promise<Played> {
  const random = new Random(seed);
  const to = START + random.between(10 * MINUTE, 6 * HOUR);
  const calmAt = to + HOUR;
  const plan = randomFaults(random, START, calmAt);
  const runsUntil = calmAt + 8 * HOUR;
  const world = new World({ random, plan, calmAt, runsUntil, mischief: 0.05, disableAfterDays: 0, without });
  const stage = new HealingStage(world, random);
  const formId = newFormId(random.bytes);
  stage.form(formId, true);
  const id = stage.webhook(formId, 'outage', 0, { from: START, to });
  world.timeline.after(1, () => void world.webhooks.change(id, { auto_recover: true }, world.timeline.now));
  for (let posts = random.between(1, 12); posts > 0; posts -= 1)
    stage.submission(formId, 'received', random.between(2, to - START));
  await world.run();
  return { world, history: stage.history };
}

interface Recovered extends Played {
  /** When the first missed submission arrived, in milliseconds since the epoch. */
  readonly firstAt: number;
  /** When the last missed submission arrived, in milliseconds since the epoch. */
  readonly lastAt: number;
  /** Largest number of missed submissions that arrived within a second. */
  readonly mostInASecond: number;
  /** Longest time from a post to the arrival at another form's working endpoint, in milliseconds. */
  readonly longestWaitOfOthers: number;
}

/**
 * Simulates an outage of 24 hours with this number of submissions, and a recovery of all of them. Another
 * form with a working endpoint gets a submission every ten seconds during the recovery.
 */
export async function playOutageOfADay(posts: number): Promise<Recovered> {
  const random = new Random(posts);
  const { world, stage, recoveredAt } = outageOf(DAY, posts, {
    random,
    plan: () => undefined,
    disableAfterDays: 5,
  });
  const other = newFormId(random.bytes);
  stage.form(other, true);
  stage.webhook(other, 'good', 0);
  for (let at = 0; at < 20 * MINUTE; at += 10 * SECOND)
    stage.submission(other, 'received', recoveredAt + at - START);
  await world.run();
  const arrivals = world.journal.posts.filter(({ acknowledged }) => acknowledged);
  const missed = arrivals.filter(({ submissionId = '' }) => formOf(submissionId) !== other);
  const times = missed.map(({ begunAt }) => begunAt);
  const perSecond = Map.groupBy(times, (at) => Math.floor(at / SECOND));
  const waits = arrivals
    .filter(({ submissionId = '' }) => formOf(submissionId) === other)
    .map(({ submissionId = '', begunAt }) => {
      const stored = stage.history.submissions.get(submissionId)?.states.changes[0]?.at ?? NaN;
      return begunAt - stored;
    });
  function formOf(submissionId: string): string | undefined {
    return stage.history.submissions.get(submissionId)?.formId;
  }
  return {
    world,
    history: stage.history,
    firstAt: Math.min(...times),
    lastAt: times.reduce((latest, at) => Math.max(latest, at), 0),
    mostInASecond: [...perSecond.values()].reduce((most, { length }) => Math.max(most, length), 0),
    longestWaitOfOthers: Math.max(...waits),
  };
}

/** Prepares a form with one webhook and a recovery. The webhook's endpoint is down from the start. */
function outageOf(
  length: number,
  posts: number,
  options: { random: Random; plan: FaultPlan; disableAfterDays: number },
) {
  const { random } = options;
  const end = START + length;
  // The last submission before the end has used up its attempts after about 12 minutes.
  const recoveredAt = end + 15 * MINUTE;
  const world = new World({ ...options, calmAt: recoveredAt + MINUTE, mischief: 0 });
  const stage = new HealingStage(world, random);
  const formId = newFormId(random.bytes);
  stage.form(formId, true);
  stage.webhook(formId, 'outage', 0, { from: START, to: recoveredAt - MINUTE });
  for (let post = 0; post < posts; post += 1) stage.submission(formId, 'received', random.between(1, length));
  stage.recoverAtTheEnd(recoveredAt);
  return { world, stage, recoveredAt };
}

class HealingStage extends Stage {
  /** Makes a random change as the form's owner or as an operator. */
  actsDuringOutage(at: number): void {
    const acts = [
      this.disable,
      this.enable,
      this.enable,
      this.deleteWebhook,
      this.rotate,
      this.#rotateKeys,
      this.#rotateKeys,
      this.replay,
      this.replay,
      this.ping,
      this.#pingAndReplay,
      this.markAsSpam,
      this.release,
      this.deleteSubmission,
      this.abortLadder,
      this.#suspend,
      this.#filter,
      this.#recover,
      this.#recover,
      this.#recover,
      this.#recoverTwice,
      this.#recoverInterrupted,
      this.#recoverInterrupted,
    ];
    const act = this.random.pick(acts);
    this.world.timeline.after(at, () => act());
  }

  /**
   * Ends suspensions, enables all webhooks and recovers everything, as owners do when their endpoints work
   * again.
   */
  recoverAtTheEnd(at: number): void {
    const { timeline, webhooks } = this.world;
    timeline.after(at - START, async () => {
      this.world.isSuspended = false;
      for (const [id, { enabled }] of webhooks.rows) if (!enabled) this.change(id, 'enabled', true);
      await timeline.sleep(SECOND);
      await Promise.all([...webhooks.rows.keys()].map((id) => this.#recoverAll(id)));
    });
  }

  /** Requests a recovery until it is accepted. Another one may still be running. */
  async #recoverAll(webhookId: string): Promise<void> {
    const { recoveries, timeline } = this.world;
    while (!(await recoveries.request(webhookId, START)).ok) await timeline.sleep(MINUTE);
  }

  /** Rotates the secret and the key pair, or creates the webhook's first pair. */
  readonly #rotateKeys = (): void => {
    const { webhooks, timeline } = this.world;
    const id = this.anyOf(webhooks.rows);
    if (id === undefined) return;
    const pair = newKeyPair(this.random.bytes);
    const secret = newWebhookSecret(this.random.bytes);
    const keys = webhooks.find(id)?.public_key === undefined ? { firstKeys: pair } : { keys: pair, secret };
    webhooks.change(id, { signing: 'hmac+ed25519', ...keys }, timeline.now);
  };

  /** Causes two successes at the same time, if the endpoint works again. */
  readonly #pingAndReplay = (): void => {
    this.ping();
    this.replay();
    this.replay();
  };

  readonly #suspend = (): void => {
    this.world.isSuspended = true;
    this.world.timeline.after(this.random.between(1, 60) * MINUTE, () => (this.world.isSuspended = false));
  };

  /** Sets a filter that no submission passes for up to an hour. */
  readonly #filter = (): void => {
    const { webhooks, timeline } = this.world;
    const id = this.anyOf(webhooks.rows);
    const of = this.history.webhooks.get(id ?? '');
    if (id === undefined || !of) return;
    of.isFiltered = true;
    const nobody = { all: [{ field: 'name', op: 'equals' as const, value: 'Bob' }] };
    webhooks.change(id, { filter: nobody }, timeline.now);
    timeline.after(this.random.between(1, 60) * MINUTE, () => {
      webhooks.change(id, { filter: null }, timeline.now);
    });
  };

  readonly #recover = (): void => {
    const id = this.anyOf(this.world.webhooks.rows);
    if (id !== undefined) void this.world.recoveries.request(id, START);
  };

  readonly #recoverTwice = (): void => {
    const id = this.anyOf(this.world.webhooks.rows);
    if (id === undefined) return;
    void this.world.recoveries.request(id, START);
    void this.world.recoveries.request(id, START + 1);
  };

  /** Requests a recovery, and disables or deletes a webhook or suspends the account while it runs. */
  readonly #recoverInterrupted = (): void => {
    this.#recover();
    const interrupt = this.random.pick([this.disable, this.deleteWebhook, this.#suspend]);
    this.world.timeline.after(this.random.between(0, 10 * SECOND), () => interrupt());
  };
}
