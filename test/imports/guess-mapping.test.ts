/**
 * Tests how the columns of each backend's files are mapped. The headers are handwritten. The Formspree and
 * Netlify headers come from their documentation, not from real accounts.
 */
import { guessMapping, isOwnHeader } from '../../lambdas/imports/guess-mapping.ts';
import type { ImportSource } from '../../lambdas/imports/import.ts';

const FORM = { fields: [{ name: 'email', label: 'E-mail address' }, { name: 'message' }] };
const guess = (
  columns: readonly string[],
  from?: ImportSource,
  isOwn = false,
  format: 'csv' | 'ndjson' = 'csv',
): Record<string, string | null> =>
  Object.fromEntries(guessMapping(columns, { format, from, isOwn, form: FORM }));

it.each<[ImportSource, Record<string, string | null>]>([
  ['formspree', { _date: '$received_at', name: 'name', email: 'email', _status: null }],
  [
    'netlify',
    { name: 'name', Email: 'email', created_at: '$received_at', ip: null, user_agent: null, referrer: null },
  ],
  ['basin', { Id: null, 'E-mail address': 'email', 'Created At': '$received_at', Spam: '$status', IP: null }],
  ['getform', { submissionDate: '$received_at', name: 'name', _id: null }],
  ['web3forms', { Date: '$received_at', name: 'name', access_key: null }],
  [
    'typeform',
    {
      '#': null,
      'What is your name?': 'What is your name?',
      'Response Type': null,
      'Start Date (UTC)': null,
      'Submit Date (UTC)': '$received_at',
      'Network ID': null,
      Tags: null,
    },
  ],
])('recognizes the columns of %s', (from, mapping) => {
  expect(guess(Object.keys(mapping), from)).toEqual(mapping);
});

it('uses the most specific time column if the backend is unknown and drops no columns', () => {
  expect(guess(['date', 'Submitted At', 'ip', 'MESSAGE'])).toEqual({
    date: 'date',
    'Submitted At': '$received_at',
    ip: 'ip',
    MESSAGE: 'message',
  });
  expect(guess(['name'])).toEqual({ name: 'name' });
});

it('recognizes an export of this service', () => {
  expect(isOwnHeader(['id', 'received_at', 'status', 'note', 'attachments'])).toBe(true);
  expect(isOwnHeader(['id', 'received_at', 'name'])).toBe(false);
  expect(guess(['id', 'received_at', 'status', 'note', 'payload.id', 'attachments'], 'svc', true)).toEqual({
    id: null,
    received_at: '$received_at',
    status: '$status',
    note: 'note',
    'payload.id': 'id',
    attachments: null,
  });
});

it('recognizes the note column in an export with selected columns', () => {
  expect(guess(['received_at', 'note', 'payload.note', 'labels', 'name'], 'svc', true)).toEqual({
    received_at: '$received_at',
    note: '$note',
    'payload.note': 'note',
    labels: null,
    name: 'name',
  });
});

it('finds the fields for titles with a prefix', () => {
  const columns = [
    'id',
    'received_at',
    'status',
    'payload.id',
    'payload.payload.id',
    'payload.x',
    'attachments',
  ];
  expect(guess(columns, 'svc', true)).toMatchObject({
    'payload.id': 'payload.id',
    'payload.payload.id': 'id',
    'payload.x': 'payload.x',
  });
});

it('uses the payload of an NDJSON export as the fields', () => {
  expect(
    guess(
      ['id', 'received_at', 'note', 'source', 'payload.note', 'payload.payload.x'],
      'svc',
      true,
      'ndjson',
    ),
  ).toEqual({
    id: null,
    received_at: '$received_at',
    note: '$note',
    source: null,
    'payload.note': 'note',
    'payload.payload.x': 'payload.x',
  });
});
