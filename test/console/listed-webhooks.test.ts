/** Tests which webhooks the console's list shows, without a browser. */
import { matchingWebhooks, pageOfRows } from '../../console/webhooks/listed-webhooks.ts';
import type { Schema } from '../../console/api/schema.ts';

const webhook = (id: string, of: { name?: string; url?: string; form_id?: string | null; state?: string }) =>
  ({
    id,
    name: of.name ?? null,
    url: of.url ?? 'https://hooks.example.org/',
    form_id: of.form_id ?? null,
    health: { state: of.state ?? 'ok' },
  }) as Schema<'Webhook'>;
const all = [
  webhook('everything', { name: 'Archive' }),
  webhook('crm', { name: 'Café CRM', form_id: 'frm_contact', state: 'failing' }),
  webhook('chat', { url: 'https://chat.example.org/room', form_id: 'frm_jobs', state: 'disabled' }),
];
const names: Record<string, string> = { frm_contact: 'Contact', frm_jobs: 'Open positions' };
const nameOfForm = (id: string | null): string => (id === null ? 'All forms' : (names[id] ?? id));

it.each([
  [{}, ['everything', 'crm', 'chat']],
  [{ q: 'cafe' }, ['crm']],
  [{ q: ' CHAT.EXAMPLE ' }, ['chat']],
  [{ q: 'positions' }, ['chat']],
  [{ q: 'all forms' }, ['everything']],
  [{ state: 'failing' as const }, ['crm']],
  [{ form: 'frm_jobs' }, ['everything', 'chat']],
  [{ form: 'frm_jobs', state: 'failing' as const }, []],
])('finds the right webhooks for the search %j', (search, ids) => {
  expect(matchingWebhooks(all, search, nameOfForm).map(({ id }) => id)).toEqual(ids);
});

it.each([
  [0, undefined, { page: 1, pages: 1, first: 1, length: 0 }],
  [50, undefined, { page: 1, pages: 1, first: 1, length: 50 }],
  [51, '2', { page: 2, pages: 2, first: 51, length: 1 }],
  [1000, '20', { page: 20, pages: 20, first: 951, length: 50 }],
  [60, '9', { page: 2, pages: 2, first: 51, length: 10 }],
])('shows 50 of %i rows on page %s', (count, page, expected) => {
  const { rows, ...listed } = pageOfRows(Array.from({ length: count }), page);
  expect({ ...listed, length: rows.length }).toEqual(expected);
});
