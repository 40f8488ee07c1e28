/** Runs scenarios. The seed determines the forms, webhooks, submissions, owner actions and faults. */
import { newFormId } from '../../lambdas/core/ids.ts';
import { oneFault, randomFaults, type Fault, type FaultPlan } from './faults.ts';
import type { History } from './history.ts';
import { Random } from './random.ts';
import { behaviours, type Behaviour } from './receiver.ts';
import type { HealingRemedy } from './healing/remedies.ts';
import type { Remedy } from './remedies.ts';
import { Stage } from './stage.ts';
import { START, World } from './world.ts';

const MINUTE = 60_000;
const CALM_AT = START + 90 * MINUTE;

export interface Played {
  readonly world: World;
  readonly history: History;
}

/** Runs a seed's scenario until it ends. */
export async function play(seed: number, without?: Remedy | HealingRemedy): Promise<Played> {
  const random = new Random(seed);
  const plan = randomFaults(random, START, CALM_AT);
  const mischief = random.pick([0, 0.05, 0.3]);
  // Webhooks are disabled after about 15 minutes of failures (instead of five days), or never.
  const disableAfterDays = random.pick([0, 0.01]);
  const world = new World({ random, plan, calmAt: CALM_AT, mischief, disableAfterDays, without });
  const stage = new Stage(world, random);
  let firstPost = Infinity;
  for (let forms = random.between(1, 2); forms > 0; forms -= 1) {
    const formId = newFormId(random.bytes);
    stage.form(formId, random.chance(0.8));
    let lastPost = 0;
    for (let posts = random.between(1, 5); posts > 0; posts -= 1) {
      lastPost = random.between(1, 30 * MINUTE);
      firstPost = Math.min(firstPost, lastPost);
      stage.submission(formId, random.chance(0.8) ? 'received' : 'spam', lastPost);
    }
    for (let webhooks = random.between(0, 3); webhooks > 0; webhooks -= 1) {
      // The first item that ingest reads shows whether the form has webhooks. To test races, some webhooks
      // are created while a submission is in progress.
      const late = random.chance(0.5) ? lastPost + random.between(0, 50) : random.between(0, 30 * MINUTE);
      stage.webhook(formId, random.pick(behaviours), random.chance(0.7) ? 0 : late);
    }
  }
  for (let webhooks = random.pick([0, 0, 1, 2]); webhooks > 0; webhooks -= 1) {
    // The first submission makes ingest cache the account's limits. To test races, half of the webhooks are
    // created at about the same time.
    const at = random.chance(0.5) ? firstPost + random.between(20, 120) : random.between(1, 30 * MINUTE);
    stage.accountWebhook(random.pick(behaviours), Math.max(1, at));
  }
  for (let acts = random.between(0, 8); acts > 0; acts -= 1) stage.ownerActs(random.between(1, 80 * MINUTE));
  await world.run();
  return { world, history: stage.history };
}

/** Simulates one form, one webhook and one submission, with one fault at call number `call`. */
export async function playOneFault(behaviour: Behaviour, call: number, fault: Fault): Promise<Played> {
  const random = new Random(call);
  const plan: FaultPlan = oneFault(call, fault);
  const world = new World({ random, plan, calmAt: CALM_AT, mischief: 0, disableAfterDays: 0.01 });
  const stage = new Stage(world, random);
  const formId = newFormId(random.bytes);
  stage.webhook(formId, behaviour, 0);
  stage.submission(formId, 'received', 1000);
  await world.run();
  return { world, history: stage.history };
}

/**
 * Sends `posts` submissions to one form within a minute. The form has one webhook, and its endpoint behaves
 * as specified.
 */
export async function playBurst(behaviour: Behaviour, posts: number): Promise<Played> {
  const random = new Random(posts);
  const world = new World({
    random,
    plan: () => undefined,
    calmAt: START + MINUTE,
    mischief: 0,
    disableAfterDays: 0,
  });
  const stage = new Stage(world, random);
  const formId = newFormId(random.bytes);
  stage.webhook(formId, behaviour, 0);
  for (let post = 0; post < posts; post += 1) stage.submission(formId, 'received', random.between(1, MINUTE));
  await world.run();
  return { world, history: stage.history };
}
