import { closestName } from '../../lambdas/core/errors/closest-name.ts';

const KNOWN = ['limit', 'cursor', 'redirect_url', 'notify_emails', 'id', 'entries'];

it.each([
  ['limt', 'limit'],
  ['limits', 'limit'],
  ['ilmit', 'limit'],
  ['LIMIT', 'limit'],
  ['redirectUrl', 'redirect_url'],
  ['redirect-uri', 'redirect_url'],
  ['notify_email', 'notify_emails'],
  ['notifyEmails', 'notify_emails'],
  ['NotifyEmail', 'notify_emails'],
  ['ids', 'id'],
  ['entry', 'entries'],
])('suggests a name for %s', (name, expected) => {
  expect(closestName(name, KNOWN)).toBe(expected);
});

it.each(['', 'x', 'if', 'utm_source', '__proto__', 'limit'.repeat(13)])('suggests none for "%s"', (name) => {
  expect(closestName(name, KNOWN)).toBeUndefined();
});
