import {
  longestText,
  replyAddress,
  replyLink,
  shownFields,
  textParts,
  valueOf,
  webAddress,
} from '../../console/submission/field-values.ts';

it('shows declared fields first, with labels and in order, then other fields in the order they were submitted', () => {
  const payload = { extra: 'x', email: 'ada@example.com', name: 'Ada' };
  const declared = [
    { name: 'name', label: 'Your name', type: 'text' as const },
    { name: 'email', type: 'email' as const },
    { name: 'phone', label: 'Phone', type: 'tel' as const },
    { name: 'cv', label: 'CV', type: 'file' as const },
  ];
  expect(shownFields(payload, declared)).toEqual([
    { name: 'name', label: 'Your name', value: { kind: 'text', text: 'Ada' } },
    { name: 'email', label: 'email', value: { kind: 'email', text: 'ada@example.com' } },
    { name: 'phone', label: 'Phone', value: { kind: 'nothing' } },
    { name: 'extra', label: 'extra', value: { kind: 'text', text: 'x' } },
  ]);
});

it.each([
  ['["joinery","oil finish"]', undefined, { kind: 'list', items: ['joinery', 'oil finish'] }],
  ['["joinery"', undefined, { kind: 'text', text: '["joinery"' }],
  ['Walnut', 'choice', { kind: 'list', items: ['Walnut'] }],
  ['on', 'checkbox', { kind: 'ticked', isTicked: true }],
  ['', 'checkbox', { kind: 'ticked', isTicked: false }],
  ['2026-11-30', 'date', { kind: 'date', text: '2026-11-30' }],
  ['next week', 'date', { kind: 'text', text: 'next week' }],
  ['+43 1 5870', 'tel', { kind: 'tel', text: '+43 1 5870' }],
  ['{"a":1}', undefined, { kind: 'json', text: '{\n  "a": 1\n}' }],
  ['ada@example.com', 'text', { kind: 'text', text: 'ada@example.com' }],
  ['  line\n  two ', undefined, { kind: 'text', text: '  line\n  two ' }],
] as const)('shows the value %j in the right format for the type %s', (text, type, expected) => {
  expect(valueOf(text, type)).toEqual(expected);
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'https://paypal.com@evil.example', 'ftp://x.example'])(
  'creates no link for %s',
  (text) => {
    expect(webAddress(text)).toBeUndefined();
    expect(textParts(`See ${text} now`).filter(({ href }) => href !== undefined)).toEqual([]);
  },
);

it('finds URLs in a text, without trailing punctuation', () => {
  expect(textParts('See https://a.example/x?y=1, or (http://b.example).')).toEqual([
    { text: 'See ' },
    { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
    { text: ', or (' },
    { text: 'http://b.example', href: 'http://b.example/' },
    { text: ').' },
  ]);
});

it('replies to the sender, not to other addresses in the form', () => {
  expect(replyAddress({ friend_email: 'bob@example.com', 'E-Mail': 'ada@example.com' }, [])).toBe(
    'ada@example.com',
  );
  expect(replyAddress({ contact: 'ada@example.com' }, [{ name: 'contact', type: 'email' }])).toBe(
    'ada@example.com',
  );
  expect(replyAddress({ friend_email: 'bob@example.com', email: 'none' }, [])).toBeUndefined();
});

it('encodes the subject and the quoted text in the link so that no headers can be injected', () => {
  expect(replyLink('a?b&cc=x@example.com', { subject: 'Re: A & B', quoted: 'One\nTwo' })).toBe(
    'mailto:a%3Fb%26cc%3Dx@example.com?subject=Re%3A%20A%20%26%20B&body=%0D%0A%0D%0A%3E%20One%0D%0A%3E%20Two',
  );
  expect(longestText(shownFields({ a: 'short', b: 'the longer text' }, []))).toBe('the longer text');
});
