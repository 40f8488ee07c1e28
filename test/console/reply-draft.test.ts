/** Tests how the console prepares replies. */
import { filledIn, quoteOf, withTemplate } from '../../console/replies/reply-draft.ts';

it.each([
  ['Hello {{name}}', { name: 'Ada' }, 'Hello Ada'],
  ['Hello {{ name }}, {{missing}}.', { name: 'Ada' }, 'Hello Ada, .'],
  ['{{topics}}', { topics: '["forms","webhooks"]' }, 'forms, webhooks'],
  ['{{name}}', { name: '{{email}}', email: 'ada@example.org' }, '{{email}}'],
  ['{{constructor}}{{__proto__}}', {}, ''],
])('fills in %j with %j', (template, payload, expected) => {
  expect(filledIn(template, payload)).toBe(expected);
});

it('quotes the message line by line, up to 5,000 characters', () => {
  expect(quoteOf('One\r\n\nTwo')).toBe('\n\n> One\n>\n> Two');
  expect(quoteOf('')).toBe('');
  expect(quoteOf('x'.repeat(9000))).toBe(`\n\n> ${'x'.repeat(5000)} …`);
});

it('puts a template above the quote and its subject on one line', () => {
  const draft = { subject: '', text: 'old', key: 'key' };
  const template = { subject: 'Re: {{topic}}', text: 'Hello {{name}}' };
  const payload = { name: 'Ada', topic: 'Opening\nhours' };
  expect(withTemplate(draft, template, { payload, quote: '\n\n> Hi' })).toEqual({
    subject: 'Re: Opening hours',
    text: 'Hello Ada\n\n> Hi',
    key: 'key',
  });
});
