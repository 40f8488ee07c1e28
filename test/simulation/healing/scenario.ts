/** Simulates endpoints that are down for minutes to days and then get the deliveries they missed. */
import { newFormId } from '../../../lambdas/core/ids.ts';
import { oneFault, randomFaults, type Fault, type FaultPlan } from '../faults.ts';
import { Random } from '../random.ts';
import type { Remedy } from '../remedies.ts';
import type { Played } from '../scenario.ts';
import { START, World } from '../world.ts';
import { HealingStage } from './healing-stage.ts';
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

interface Recovered extends Played {
  /** When the first missed submission arrived, in milliseconds since the epoch. */
  readonly firstAt: number;
  /** When the last missed submission arrived, in milliseconds since the epoch. */
  readonly lastAt: number;
  /** Largest number of missed submissions that arrived within a second. */
  readonly mostInASecond: number;
  /** Longest time from a submission to its arrival at another form's working endpoint, in milliseconds. */
  readonly longestWaitOfOthers: number;
}

/**
 * Simulates an outage of 24 hours with this number of submissions, followed by a recovery of all of them.
 * Another form with a working endpoint gets a submission every ten seconds during the recovery.
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
