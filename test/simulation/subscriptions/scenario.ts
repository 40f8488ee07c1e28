/** Simulates random worlds with agents that subscribe and owners who revoke their access. */
import { newFormId } from '../../../lambdas/core/ids.ts';
import { newWebhookSecret } from '../../../lambdas/webhooks/webhook.ts';
import { oneFault, randomFaults, type Fault } from '../faults.ts';
import type { History } from '../history.ts';
import { Random } from '../random.ts';
import type { Behaviour } from '../receiver.ts';
import { Stage } from '../stage.ts';
import { START } from '../world.ts';
import { Agent } from './agents.ts';
import type { SubscriptionRemedy } from './remedies.ts';
import type { Subscribed } from './agent-history.ts';
import { SubscriptionWorld } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SHORTEST_TTL = 10 * MINUTE;
const behaviours: readonly Behaviour[] = ['good', 'good', 'flaky', 'bad', 'recovers', 'slow', 'gone'];

export interface PlayedSubscriptions {
  readonly world: SubscriptionWorld;
  readonly history: History;
  /** When forms were deleted, in milliseconds since the epoch. */
  readonly deletedForms: ReadonlyMap<string, number>;
}

/** Prepares the agents, owners and visitors of a world. */
class Scene {
  readonly world: SubscriptionWorld;
  readonly stage: Stage;
  readonly deletedForms = new Map<string, number>();
  readonly formIds: readonly string[];
  /** Times when agents first subscribe to a form, in milliseconds since the epoch. */
  readonly firstCalls: { readonly formId: string; readonly at: number }[] = [];
  readonly #random: Random;

  constructor(world: SubscriptionWorld, forms: number) {
    this.world = world;
    this.#random = world.random;
    this.stage = new Stage(world, world.random);
    this.formIds = Array.from({ length: forms }, () => newFormId(world.random.bytes));
    for (const formId of this.formIds) world.form(formId);
  }

  get played(): PlayedSubscriptions {
    const { world, stage, deletedForms } = this;
    return { world, history: stage.history, deletedForms };
  }

  submission(formId: string, at: number): void {
    this.stage.submission(formId, 'received', at - START);
  }

  /** Submits the form several times, sometimes at nearly the same time as another event. */
  submissions(formId: string, count: number, near: number): void {
    const random = this.#random;
    for (let posts = count; posts > 0; posts -= 1) {
      const isClose = random.chance(0.4);
      this.submission(
        formId,
        isClose ? near + random.between(-100, 2 * SECOND) : START + random.between(1, 50 * MINUTE),
      );
    }
  }

  /** Deletes the form. A job then deletes its related data. */
  deleteForm(formId: string, at: number): void {
    const { world } = this;
    const { timeline, tables } = world;
    timeline.after(at - timeline.now, () => {
      if (this.deletedForms.has(formId)) return;
      this.deletedForms.set(formId, timeline.now);
      world.deleteForm(formId);
      timeline.after(this.#random.between(SECOND, 3 * SECOND), () => {
        for (const row of tables.rows('webhooks').filter(({ owner_id }) => owner_id === formId))
          tables.delete('webhooks', { owner_id: formId, webhook_id: row['webhook_id'] });
      });
    });
  }

  /** Has an agent maintain a subscription in one of several ways, and a person end the agent's access. */
  agent(): void {
    const { world } = this;
    const random = this.#random;
    const kind = random.pick(['key', 'connection'] as const);
    const expiresAt = random.chance(0.2) ? START + random.between(20 * MINUTE, 50 * MINUTE) : undefined;
    const agent = new Agent(world, kind, kind === 'key' ? expiresAt : undefined);
    const from = START + random.between(1, 30 * MINUTE);
    for (let count = random.between(1, 2); count > 0; count -= 1) this.#keep(agent, from);
    const keeps = (): void => undefined;
    const acts = [agent.revoke, agent.revoke, agent.removeMember, () => this.#limit(agent), keeps, keeps];
    const act = random.pick(acts);
    // Half of the time, the access ends while the callback is being challenged.
    const at = random.chance(0.5)
      ? from + random.between(0, 5 * SECOND)
      : START + random.between(1, 50 * MINUTE);
    world.timeline.after(at - START, act);
    this.submissions(random.pick(this.formIds), random.between(0, 3), random.pick([from, at]));
  }

  #limit(agent: Agent): void {
    const { timeline } = this.world;
    agent.limitTo([this.#random.pick(this.formIds)]);
    timeline.after(this.#random.between(MINUTE, 30 * MINUTE), () => agent.limitTo(undefined));
  }

  #keep(agent: Agent, from: number): void {
    const random = this.#random;
    const formId = random.chance(0.6) ? random.pick(this.formIds) : undefined;
    if (formId !== undefined) this.firstCalls.push({ formId, at: from });
    const ttlMs = random.chance(0.5) ? 24 * HOUR : random.between(SHORTEST_TTL, 30 * MINUTE);
    const of = agent.subscription(formId, {
      behaviour: random.pick(behaviours),
      answers: !random.chance(0.1),
      ttlMs,
    });
    const secret = newWebhookSecret(random.bytes);
    const at = START + random.between(10 * MINUTE, 50 * MINUTE);
    switch (random.pick(['plain', 'plain', 'rotates', 'lapses', 'twice', 'unsubscribes'] as const)) {
      case 'plain':
        agent.keep(of, secret, { from });
        break;
      case 'rotates':
        agent.keep(of, secret, { from, rotatesAt: at });
        if (random.chance(0.5)) agent.keep(of, secret, { from: from + random.between(0, 5), rotatesAt: at });
        this.submissions(formId ?? random.pick(this.formIds), 1, at);
        break;
      case 'lapses':
        agent.keep(of, secret, { from, until: at });
        this.submissions(formId ?? random.pick(this.formIds), 2, at + ttlMs);
        break;
      case 'twice':
        agent.keep(of, secret, { from });
        agent.keep(of, secret, { from: from + random.between(0, 200) });
        break;
      case 'unsubscribes':
        this.unsubscribes(agent, of, from, at);
    }
  }

  /** Ends a subscription, often while another process of the agent renews it. */
  unsubscribes(agent: Agent, of: Subscribed, from: number, at: number): void {
    const random = this.#random;
    const secret = newWebhookSecret(random.bytes);
    agent.keep(of, secret, { from, until: at });
    agent.unsubscribe(of, secret, at);
    if (random.chance(0.7))
      agent.keep(of, secret, { from: at - random.between(20, 250), until: at + MINUTE });
    this.submissions(of.formId ?? random.pick(this.formIds), 2, at);
  }

  /** Ends several subscriptions, and nothing else. */
  endings(): void {
    for (let count = 3; count > 0; count -= 1) {
      const agent = new Agent(this.world, this.#random.pick(['key', 'connection']));
      const of = agent.subscription(this.#random.pick(this.formIds), { behaviour: 'good' });
      const from = START + this.#random.between(1, MINUTE);
      this.unsubscribes(agent, of, from, from + this.#random.between(MINUTE, 10 * MINUTE));
    }
  }

  /** Lets a subscription expire and creates it again while another one is being created. */
  duel(): void {
    const random = this.#random;
    const agent = new Agent(this.world, random.pick(['key', 'connection']));
    const formId = random.chance(0.6) ? random.pick(this.formIds) : undefined;
    const from = START + random.between(1, 5 * MINUTE);
    const of = agent.subscription(formId, { behaviour: 'good', ttlMs: SHORTEST_TTL });
    const secret = newWebhookSecret(random.bytes);
    const at = from + SHORTEST_TTL + random.between(MINUTE, 5 * MINUTE);
    agent.keep(of, secret, { from, until: from + MINUTE });
    agent.keep(of, secret, { from: at });
    const other = agent.subscription(formId, { behaviour: 'good' });
    agent.keep(other, secret, { from: from + random.between(1, MINUTE), until: from + 2 * MINUTE });
    for (let count = 3; count > 0; count -= 1)
      agent.keep(other, secret, { from: at + random.between(-60, 100), until: at + MINUTE });
    this.submissions(formId ?? random.pick(this.formIds), 2, at + 20 * SECOND);
  }

  /** Creates more concurrent subscriptions than an agent may have, and more later. */
  crowd(): void {
    const random = this.#random;
    const agent = new Agent(this.world, random.pick(['key', 'connection']));
    const from = START + random.between(1, 20) * MINUTE + random.between(0, 20 * SECOND);
    const secret = newWebhookSecret(random.bytes);
    for (const [count, latest] of [
      [random.between(18, 28), 200],
      [random.between(3, 8), 30 * SECOND],
    ] as const)
      for (let number = 0; number < count; number += 1) {
        const of = agent.subscription(random.chance(0.3) ? undefined : random.pick(this.formIds), {
          behaviour: 'good',
        });
        agent.keep(of, secret, { from: from + random.between(0, latest) });
      }
  }
}

/** The situations that a world contains: all of them, or only one rare situation. */
export type Focus = 'everything' | 'crowd' | 'duel' | 'deletion' | 'endings';

/** Runs a seed's scenario until it ends. */
export async function playSubscriptions(
  seed: number,
  withoutRemedy?: SubscriptionRemedy,
  focus: Focus = 'everything',
): Promise<PlayedSubscriptions> {
  const random = new Random(seed);
  const calmAt = START + (focus === 'everything' ? 60 : 20) * MINUTE;
  const world = new SubscriptionWorld({
    random,
    plan: randomFaults(random, START, calmAt),
    calmAt,
    runsUntil: calmAt + 30 * MINUTE,
    mischief: random.pick([0, 0.05, 0.3]),
    disableAfterDays: 0,
    withoutRemedy,
  });
  const scene = new Scene(world, random.between(1, 3));
  switch (focus) {
    case 'crowd':
      scene.crowd();
      break;
    case 'duel':
      for (let agents = 3; agents > 0; agents -= 1) scene.duel();
      break;
    case 'deletion':
      for (let agents = 3; agents > 0; agents -= 1) scene.agent();
      for (const { formId, at } of scene.firstCalls)
        scene.deleteForm(formId, at + random.between(0, 3 * SECOND));
      break;
    case 'endings':
      scene.endings();
      break;
    case 'everything':
      prepareEverything(scene, random);
  }
  await world.run();
  return scene.played;
}

function prepareEverything(scene: Scene, random: Random): void {
  for (let agents = random.between(1, 4); agents > 0; agents -= 1) scene.agent();
  if (random.chance(0.15)) scene.crowd();
  if (random.chance(0.2)) scene.duel();
  if (random.chance(0.6)) return;
  const first = random.pick([...scene.firstCalls, { formId: random.pick(scene.formIds), at: START }]);
  // Half of the time, the form is deleted while the callback is being challenged.
  const later = random.chance(0.5) ? random.between(0, 3 * SECOND) : random.between(0, 50 * MINUTE);
  scene.deleteForm(first.formId, first.at + later);
}

/** Simulates one subscription and two submissions, with one fault at call number `call`. */
export async function playOneSubscriptionFault(call: number, fault: Fault): Promise<PlayedSubscriptions> {
  const random = new Random(1);
  const world = new SubscriptionWorld({
    random,
    plan: oneFault(call, fault),
    calmAt: START + 9 * MINUTE,
    mischief: 0,
    disableAfterDays: 0,
  });
  const scene = new Scene(world, 1);
  const [formId = ''] = scene.formIds;
  const agent = new Agent(world, 'connection');
  const of = agent.subscription(formId, { behaviour: 'good', ttlMs: SHORTEST_TTL });
  const secret = newWebhookSecret(random.bytes);
  agent.keep(of, secret, {
    from: START + SECOND,
    until: START + 7 * MINUTE,
    rotatesAt: START + 3 * MINUTE,
  });
  agent.unsubscribe(of, secret, START + 7 * MINUTE);
  scene.submission(formId, START + 2 * MINUTE);
  scene.submission(formId, START + 4 * MINUTE);
  world.timeline.after(8 * MINUTE, agent.revoke);
  await world.run();
  return scene.played;
}
