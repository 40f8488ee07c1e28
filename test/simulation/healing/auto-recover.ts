/** Simulates outages of webhooks with `auto_recover`, from the probes to the recovery by the service. */
import { newFormId } from '../../../lambdas/core/ids.ts';
import { oneFault, randomFaults, type Fault } from '../faults.ts';
import { Random } from '../random.ts';
import type { Played } from '../scenario.ts';
import { START, World } from '../world.ts';
import { HealingStage } from './healing-stage.ts';
import type { HealingRemedy } from './remedies.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Time between the last fault and the last recovery. All scheduled attempts are made during this time. */
const SETTLES = 2 * HOUR;

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

/**
 * Simulates an outage of two submissions and one fault at call number `call`. The first probe is 15 minutes
 * after the failure, when the endpoint works again. Nobody requests a recovery.
 */
export async function playOneAutoRecoverFault(call: number, fault: Fault): Promise<Played> {
  const random = new Random(1);
  const to = START + 20 * MINUTE;
  const calmAt = to + 30 * MINUTE;
  const plan = oneFault(call, fault);
  const runsUntil = calmAt + 90 * MINUTE;
  const world = new World({ random, plan, calmAt, runsUntil, mischief: 0, disableAfterDays: 0 });
  const stage = new HealingStage(world, random);
  const formId = newFormId(random.bytes);
  stage.form(formId, true);
  const id = stage.webhook(formId, 'outage', 0, { from: START, to });
  world.timeline.after(1, () => void world.webhooks.change(id, { auto_recover: true }, world.timeline.now));
  stage.submission(formId, 'received', SECOND);
  stage.submission(formId, 'received', 2 * SECOND);
  await world.run();
  return { world, history: stage.history };
}

/**
 * Simulates an outage of a webhook with `auto_recover` during which its owner replays deliveries, sends test
 * pings, disables, enables or deletes the webhook, or the endpoint responds with 410. At the end, the owner
 * enables all webhooks and requests a recovery, because deliveries fail while a working webhook is disabled.
 */
export async function playDisturbedAutoRecover(seed: number): Promise<Played> {
  const random = new Random(seed);
  const to = START + random.between(20 * MINUTE, 6 * HOUR);
  const calmAt = to + HOUR;
  const world = new World({
    random,
    plan: randomFaults(random, START, calmAt),
    calmAt,
    runsUntil: calmAt + SETTLES + MINUTE,
    givesUpAfterMs: 6 * HOUR,
    mischief: random.pick([0, 0.05, 0.3]),
    disableAfterDays: random.pick([0, 0.01]),
  });
  const stage = new HealingStage(world, random);
  const formId = newFormId(random.bytes);
  stage.form(formId, true);
  const id = stage.webhook(formId, random.pick(['outage', 'outage', 'closed']), 0, { from: START, to });
  world.timeline.after(1, () => void world.webhooks.change(id, { auto_recover: true }, world.timeline.now));
  for (let posts = random.between(1, 12); posts > 0; posts -= 1)
    stage.submission(formId, 'received', random.between(2, to - START));
  for (let acts = random.between(1, 8); acts > 0; acts -= 1)
    stage.actsBesideProbes(random.between(10 * MINUTE, to - START + 30 * MINUTE));
  stage.recoverAtTheEnd(calmAt + SETTLES);
  await world.run();
  return { world, history: stage.history };
}
