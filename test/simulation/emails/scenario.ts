/** Simulates e-mail scenarios and checks the rules at the end. */
import { payloadOfPairs } from '../../../lambdas/core/payload.ts';
import { newSubmission } from '../../../lambdas/submissions/submission.ts';
import type { EmailStatus } from '../../../lambdas/submissions/email-log/email-status.ts';
import { recipientIdOf } from '../../../lambdas/forms/recipients/recipient.ts';
import { oneFault, randomFaults, type Fault, type FaultPlan } from '../faults.ts';
import { Random } from '../random.ts';
import type { EventName } from './mail-service.ts';
import type { EmailRemedy } from './remedies.ts';
import { EmailWorld, START, STRANGER_ADDRESS } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Played {
  readonly world: EmailWorld;
  readonly calls: number;
}

/** Simulates a world with random faults during the first six hours and no faults afterwards. */
export async function playEmails(seed: number, without?: EmailRemedy): Promise<Played> {
  const random = new Random(seed);
  const calmAt = START + 6 * HOUR;
  const plan = randomFaults(random, START, calmAt);
  const mischief = random.pick([0, 0.05, 0.3]);
  return played({ random, plan, calmAt, mischief, without }, random.between(1, 12));
}

/** Simulates a world with three submissions and a single fault, which occurs at call number `call`. */
export function playOneEmailFault(call: number, fault: Fault): Promise<Played> {
  const plan = oneFault(call, fault);
  return played({ random: new Random(1), plan, calmAt: START + 6 * HOUR, mischief: 0 }, 3);
}

async function played(options: ConstructorParameters<typeof EmailWorld>[0], posts: number): Promise<Played> {
  let calls = 0;
  const plan: FaultPlan = (name, now) => {
    calls += 1;
    return options.plan(name, now);
  };
  const world = new EmailWorld({ ...options, plan });
  for (let count = 0; count < posts; count += 1) postSometime(world);
  await world.run();
  return { world, calls };
}

function postSometime({ random, forms, submissions, timeline }: EmailWorld): void {
  const form = random.pick(forms);
  const status = random.chance(0.2) ? 'spam' : 'received';
  const email = random.pick(['ada@example.org', 'bob@example.org']);
  const isReleased = status === 'spam' && random.chance(0.5);
  timeline.after(random.between(0, 5 * HOUR), () => {
    const of = newSubmission(
      form,
      { status, payload: payloadOfPairs([['email', email]]) },
      { now: timeline.now, random: random.bytes, spamRetentionDays: 30 },
    );
    submissions.put(of);
    if (isReleased) timeline.after(30 * MINUTE, () => submissions.put({ ...of, status: 'received' }));
  });
}

/** Returns the e-mail rules that were violated by the end of a world. */
export function emailViolations({ world }: Played): string[] {
  const { sent, submissions } = world;
  const found: string[] = [...logViolations(world), ...blockViolations(world)];
  for (const { submission_id, status } of submissions.rows.values()) {
    const times = (kind: string): number =>
      sent.filter(({ id }) => id.startsWith(`${kind}.${submission_id}`)).length;
    if (status === 'received' && times('notification') === 0)
      found.push(`no notification about ${submission_id}`);
    if (status === 'spam' && times('notification') > 0)
      found.push(`an e-mail about the spam submission ${submission_id}`);
    if (times('autoresponse') > (status === 'spam' ? 0 : 1))
      found.push(`too many autoresponses to ${submission_id}`);
  }
  for (const { id, wasNoted } of sent)
    if (wasNoted) found.push(`${id} was sent again after it was recorded as sent`);
  const toStranger = sent.filter(({ to }) => to === STRANGER_ADDRESS);
  if (toStranger.some(({ id }) => !id.startsWith('confirmation.')))
    found.push('an unconfirmed address was notified');
  if (new Set(toStranger.map(({ id }) => id)).size > 1) found.push('an address was asked to confirm twice');
  const isNotified = sent.some(({ id }) => id.startsWith('notification.'));
  if (isNotified && toStranger.length === 0) found.push('an address was never asked to confirm');
  const answers = sent.filter(({ id }) => id.startsWith('autoresponse.'));
  for (const [index, one] of answers.entries()) {
    for (const other of answers.slice(index + 1)) {
      const isSame = one.to === other.to;
      // Allow a minute of tolerance, because an autoresponse in progress when the hour starts can be sent
      // slightly later.
      if (isSame && Math.abs(other.at - one.at) < HOUR - MINUTE)
        found.push(`${one.to} got two autoresponses within an hour`);
    }
  }
  return found;
}

/** Statuses that can directly follow each status. The table is handwritten. */
const FOLLOWING: Record<EmailStatus, readonly EmailStatus[]> = {
  queued: ['skipped', 'sent', 'delivered', 'bounced', 'complained'],
  skipped: ['sent', 'delivered', 'bounced', 'complained'],
  // A delay event sets the status to `sent` again, so `sent` can follow itself.
  sent: ['sent', 'delivered', 'bounced', 'complained'],
  delivered: ['bounced', 'complained'],
  bounced: ['complained'],
  complained: [],
};

/** Possible final statuses of an e-mail after each event. The table is handwritten. */
const LAST: Record<EventName, readonly EmailStatus[]> = {
  delayed: ['sent', 'delivered', 'bounced', 'complained'],
  full: ['delivered', 'bounced', 'complained'],
  delivered: ['delivered', 'bounced', 'complained'],
  bounced: ['bounced', 'complained'],
  complained: ['complained'],
};

/** Returns the e-mail log's violations: invalid status changes, missing e-mails and wrong final statuses. */
function logViolations({ sent, log, mailService }: EmailWorld): string[] {
  const found: string[] = [];
  for (const [key, statuses] of log.statuses) {
    for (const [index, status] of statuses.slice(1).entries())
      if (!FOLLOWING[statuses[index]!].includes(status)) found.push(`${key} went back to ${status}`);
  }
  const lastOf = (id: string): EmailStatus | undefined => {
    const [kind = '', submissionId = '', ...rest] = id.split('.');
    return log.statuses.get([submissionId, kind, ...rest].join('.'))?.at(-1);
  };
  const isLogged = ({ id }: { id: string }): boolean => /^(?:notification|autoresponse)\./.test(id);
  for (const { id } of sent.filter(isLogged))
    if (lastOf(id) === undefined) found.push(`${id} was sent but isn’t in the log`);
  for (const { name, id } of mailService.published.filter(isLogged))
    if (!LAST[name].includes(lastOf(id)!))
      found.push(`${id} is ${lastOf(id)}, although the event ${name} was published`);
  return found;
}

/** Returns e-mails that were sent to an address after its bounce or complaint was handled. */
function blockViolations({ sent, blockedSince }: EmailWorld): string[] {
  return sent
    .filter(({ scope, to, at }) => {
      const since = blockedSince.get(`${scope} ${recipientIdOf('acc_1', to)}`);
      // A function can run for up to a minute, so an e-mail in progress may still be sent.
      return since !== undefined && at > since + MINUTE;
    })
    .map(({ id, to }) => `${id} was sent to ${to}, which had already bounced or complained`);
}
