/**
 * Starts with the slowest test files, because one that starts last would run alone. Jest knows how long files
 * took the last time; it starts files it has never run first, largest first, which says little about files
 * that mostly wait.
 */
import TestSequencer from '@jest/test-sequencer';

/** Files that take ten seconds or more, slowest first, and the folders of files that start services. */
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
