import { addressDigest, acceptsAutoresponse } from '../../lambdas/emails/submitter.ts';

it.each([
  'mailer-daemon@example.com',
  'MAILER-DAEMON@example.com',
  'postmaster@example.com',
  'noreply@example.com',
  'no-reply@example.com',
  'do-not-reply@example.com',
  'donotreply@example.com',
  'owner-list@example.com',
  'list-request@example.com',
  'Forms@Example.com',
  'forms+answers@example.com',
  'mailer-daemon+1@example.com',
  'bounces+frm=example.org@example.com',
])('does not reply to %s', (address) => {
  expect(acceptsAutoresponse(address, 'forms@example.com')).toBe(false);
});

it("allows autoresponses to people's addresses", () => {
  expect(acceptsAutoresponse('ada@example.com', 'forms@example.com')).toBe(true);
  expect(acceptsAutoresponse('owner@example.com', 'forms@example.com')).toBe(true);
});

it.each(['bounce@simulator.amazonses.com', 'bounce+form1@Simulator.AmazonSES.com'])(
  'allows autoresponses to %s so that operators can test bounces',
  (address) => {
    expect(acceptsAutoresponse(address, 'forms@example.com')).toBe(true);
    expect(acceptsAutoresponse(address.replace(/@.*/, '@amazonses.com'), 'forms@example.com')).toBe(false);
  },
);

it.each([
  ['v.ictim+x@gmail.com', 'victim@googlemail.com'],
  ['V.I.C.T.I.M@GoogleMail.com', 'victim@gmail.com'],
  ['ada+1@müller.example', 'ada@xn--mller-kva.example'],
  ['Ada+x+y@example.org', 'ada@example.org'],
])('treats %s and %s as one mailbox', (one, other) => {
  expect(addressDigest('key', one)).toBe(addressDigest('key', other));
});

it('keeps dots in addresses from other providers', () => {
  expect(addressDigest('key', 'a.da@example.org')).not.toBe(addressDigest('key', 'ada@example.org'));
});

it('gives all addresses of a mailbox the same digest, which hides the address', () => {
  const digest = addressDigest('salt', 'ada@example.com');
  expect(addressDigest('salt', 'Ada+1@Example.com')).toBe(digest);
  expect(addressDigest('salt', 'adb@example.com')).not.toBe(digest);
  expect(addressDigest('other', 'ada@example.com')).not.toBe(digest);
  expect(digest).not.toContain('ada');
});
