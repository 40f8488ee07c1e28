/** Simulates erasures of a person's data and checks the invariants at the end. */
import { oneFault, randomFaults, type Fault, type FaultPlan } from '../faults.ts';
import { Random } from '../random.ts';
import type { ErasureRemedy } from './remedies.ts';
import { DataWorld, isOfPerson, PERSON, START, type DataWorldOptions } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface PlayedErasure {
  readonly world: DataWorld;
  readonly calls: number;
}

/**
 * Simulates an erasure with random faults, submissions that arrive in the meantime, a request that may be
 * canceled, and a restore.
 */
export function playErasure(seed: number, without?: ErasureRemedy): Promise<PlayedErasure> {
  const random = new Random(seed);
  const calmAt = START + 6 * HOUR;
  const mischief = random.pick([0, 0.05, 0.3]);
  return played({ random, plan: randomFaults(random, START, calmAt), calmAt, mischief, without }, (world) => {
    for (let posts = random.between(1, 12); posts > 0; posts -= 1) {
      const status = random.chance(0.2) ? 'spam' : 'received';
      const at = random.pick([
        random.between(0, 10 * MINUTE),
        random.between(10.5 * MINUTE, 11.2 * MINUTE),
        random.between(0, 40 * MINUTE),
      ]);
      world.post(random.chance(0.6) ? PERSON : 'bob@example.org', START + at, status);
    }
    const at = START + 10 * MINUTE;
    const cancelAfter = random.pick([random.between(0, SECOND), random.between(0, 20 * MINUTE)]);
    world.erase(at, random.chance(0.3) ? at + cancelAfter : undefined);
    if (!random.chance(0.3)) return;
    const from = START + random.between(0, 30 * MINUTE);
    const to = from + random.between(MINUTE, 3 * HOUR);
    world.restore(from, to);
    for (let posts = random.between(0, 2); posts > 0; posts -= 1)
      world.post(PERSON, to + random.between(3 * MINUTE, HOUR));
  });
}

/**
 * Simulates an erasure request that matches two of three submissions, with a single fault at call number `call`.
 * One submission arrives in the meantime.
 */
export function playOneErasureFault(call: number, fault: Fault): Promise<PlayedErasure> {
  const plan = oneFault(call, fault);
  const options = { random: new Random(1), plan, calmAt: START + HOUR, mischief: 0 };
  return played(options, (world) => {
    for (const email of [PERSON, PERSON, 'bob@example.org']) world.post(email, START);
    world.erase(START + 2 * MINUTE);
    world.post(PERSON, START + 3 * MINUTE);
  });
}

async function played(
  options: DataWorldOptions,
  prepare: (world: DataWorld) => void,
): Promise<PlayedErasure> {
  let calls = 0;
  const plan: FaultPlan = (name, now) => {
    calls += 1;
    return options.plan(name, now);
  };
  const world = new DataWorld({ ...options, plan });
  prepare(world);
  await world.run();
  return { world, calls };
}

/** Returns the invariants that are violated at the end of a world. */
export function erasureViolations({ world }: PlayedErasure): string[] {
  const { data, requests, posted, lost, removals, errors } = world;
  const found = errors.map(String);
  const finished = [...requests.rows.values()].filter(({ status }) => status === 'finished');
  // The other requests repeat the first one and must not erase anything else.
  const { searched_until: until = '', finished_at = '' } = finished[0] ?? {};
  for (const each of posted) {
    const { submission_id: id, received_at } = each;
    const places = data.placesOf(id);
    const isOld = isOfPerson(each) && received_at < until;
    // A restore may have lost a submission while another function was still storing data about it.
    const isLost = lost.has(id) && !data.submissions.has(id) && !removals.some((row) => row.id === id);
    if (isLost) continue;
    if (isOld && places.length > 0) found.push(`${id} of the person is left in ${places.join()}`);
    if (isOld || lost.has(id)) continue;
    // Submissions that arrived during the erasure may also be erased, but only completely.
    const mayBeGone = isOfPerson(each) && received_at < finished_at;
    const isWhole = places.length === 4 && data.submissions.get(id)?.erased !== true;
    if (!isWhole && !(mayBeGone && places.length === 0))
      found.push(`${id} should be untouched, but is only in ${places.join()}`);
  }
  return [...found, ...requestViolations(world)];
}

function requestViolations(world: DataWorld): string[] {
  const { requests, removals, posted, restoredAt, cancelled } = world;
  const found: string[] = [];
  for (const request of requests.rows.values()) {
    const { kind, status, counts, forms, created_at, confirmed_at = '', finished_at = '' } = request;
    const removed = removals.filter(({ requestId }) => requestId === kind).map(({ id }) => id);
    if (status !== 'finished' && status !== 'cancelled') {
      found.push(`${kind} has not ended: ${status}`);
      continue;
    }
    for (const name of ['email', 'terms', 'note', 'search', 'erasure', 'slot'])
      if (name in request) found.push(`${kind} is ${status} but still has ${name}`);
    if (requests.matchesOf(kind).size > 0) found.push(`${kind} is ${status} but still has matches`);
    if (cancelled.has(kind) && status !== 'cancelled') found.push(`${kind} was cancelled but is ${status}`);
    if (status === 'cancelled' && removed.length + requests.batchesOf(kind).size > 0)
      found.push(`${kind} was cancelled but has erased ${removed.join()}`);
    // If a restore happened during the request, it brought back submissions that were already counted.
    if (status === 'cancelled' || restoredAt.some((at) => isBetween(at, created_at, finished_at))) continue;
    const rows = posted.filter(({ submission_id }) => removed.includes(submission_id));
    const spam = rows.filter((row) => row.status === 'spam').length;
    const inForms = forms.reduce((sum, { submissions }) => sum + submissions, 0);
    for (const [name, count, wanted] of [
      ['submissions', counts.submissions, removed.length],
      ['spam', counts.spam, spam],
      ['files', counts.files, removed.length],
      ['submissions of forms', inForms, removed.length],
    ] as const)
      if (count !== wanted) found.push(`${kind} counts ${count} ${name}, but has erased ${wanted}`);
    // E-mail records and deliveries that are stored late, or after the backup, are not counted.
    const isStable = (at: string): boolean =>
      restoredAt.length === 0 && Date.parse(at) < Date.parse(confirmed_at) - 2 * MINUTE;
    const stable = rows.filter(({ received_at }) => isStable(received_at)).length;
    for (const name of ['emails', 'deliveries'] as const)
      if (counts[name] < stable || counts[name] > rows.length)
        found.push(`${kind} counts ${counts[name]} ${name} of ${stable} to ${rows.length}`);
  }
  return found;
}

const isBetween = (at: number, from: string, to: string): boolean =>
  Date.parse(from) <= at && at <= Date.parse(to);
