/**
 * Begins with the files that take longest: one of them, begun last, would run alone. jest knows how long files took the last
 * time; those that it has never run it begins with, the largest first, which says little of a file that waits.
 */
import TestSequencer from '@jest/test-sequencer';

/** What takes ten seconds or more, the longest first; and the folders of what starts services. */
const LONGEST = [
  'e2e/kill-and-restart',
  'simulation/simulation',
  'e2e/event-bus',
  'emails/email-faults',
  'people/member-matrix',
  'auth/authorization-matrix',
  'webhooks/delivery/delivery-events',
  'packages/construct-package',
  'e2e/large-posts',
  'template/validation',
  'cli/transfer/account-transfer',
  'audit/audit-faults',
  'simulation/emails/emails',
  'api/any-request',
  'e2e/',
  'packages/',
];

function rank({ path }) {
  const found = LONGEST.findIndex((part) => path.includes(`/test/${part}`));
  return found === -1 ? LONGEST.length : found;
}

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const unknown = sorted
      .filter(({ duration }) => duration === undefined)
      .toSorted((a, b) => rank(a) - rank(b))
      .values();
    return sorted.map((test) => (test.duration === undefined ? unknown.next().value : test));
  }
}
