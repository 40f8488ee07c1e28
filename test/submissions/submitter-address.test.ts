import { payloadOfPairs, type PostedField } from '../../lambdas/core/payload.ts';
import { submitterAddress } from '../../lambdas/submissions/submitter-address.ts';

it.each<[PostedField[], string | undefined]>([
  [[['email', 'ada@example.com']], 'ada@example.com'],
  [[['E-Mail', ' ada@example.com ']], 'ada@example.com'],
  [[['Email_Address', 'ada@example.com']], 'ada@example.com'],
  [
    [
      ['mail', 'a@example.com'],
      ['email', 'b@example.com'],
    ],
    'b@example.com',
  ],
  [
    [
      ['email', 'a@example.com'],
      ['_replyto', 'b@example.com'],
    ],
    'b@example.com',
  ],
  [
    [
      ['email', 'no address'],
      ['mail', 'a@example.com'],
    ],
    'a@example.com',
  ],
  [[['email', '["a@example.com","b@example.com"]']], undefined],
  [[['email', 'ada@müller.example']], 'ada@xn--mller-kva.example'],
  [[['email', 'ädä@example.com']], undefined],
  [[['email', '"ada lovelace"@example.com']], undefined],
  [[['friend_email', 'a@example.com']], undefined],
  [[['message', 'a@example.com']], undefined],
  [[['email', 'a@example.com\r\nBcc: b@example.com']], undefined],
  [[], undefined],
])('from %j, extracts the address %s', (fields, expected) => {
  expect(submitterAddress(payloadOfPairs(fields))).toBe(expected);
});
