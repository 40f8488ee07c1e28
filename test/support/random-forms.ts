/** Generates reproducible random contents for forms files. */

/** Returns a generator of numbers from 0 to below 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Value = string | number | boolean | null | object;

const TEXTS = ['One', 'Two', ' Two ', 'Zwei Wörter', '{{name}} $${x}'];
const EXISTS = { all: [{ field: 'a', op: 'exists' }] };
const NESTED: Readonly<Record<string, readonly Value[]>> = {
  autoresponder: [
    { enabled: true, subject: 'One', text: 'Two' },
    { enabled: null, subject: ' One ', text: 'Two' },
  ],
  thank_you: [{ heading: 'One' }, { heading: null, text: ' Two ' }, {}],
  brand: [{ color: '#ffffff' }, { color: null, name: 'One' }],
  spam: [{ threshold: 3 }, { threshold: null, blocked: ['One', ' Two '] }, { blocked: null, mode: 'file' }],
  page: [
    { title: 'One', index: true },
    { title: null, intro: ' Two ' },
    { enabled: null, frame_origins: ['https://a.example'] },
  ],
  replies: [{ enabled: false }, { enabled: null }, { enabled: true }],
  challenge: [
    { enabled: true, site_key: 'k1', secret: 'secret' },
    { enabled: false, secret: 'secret' },
    { enabled: null, site_key: null, secret: 'secret' },
  ],
};
const LISTS: Readonly<Record<string, readonly Value[]>> = {
  notify_emails: [
    [],
    ['ann@example.com', 'Bob@Example.COM'],
    ['Bob@Example.COM', 'ann@example.com'],
    [{ address: 'ann@example.com', filter: EXISTS }, 'bob@example.com'],
    [{ address: 'ann@example.com', filter: null }],
  ],
  fields: [
    [],
    [{ name: 'email', type: 'email', required: true, label: null }],
    [
      { type: 'text', name: 'name' },
      { name: 'email', type: 'email' },
    ],
  ],
  allowed_origins: [[], ['https://a.example', 'https://*.b.example']],
};
const SINGLE: Readonly<Record<string, readonly Value[]>> = {
  status: ['live', 'paused'],
  honeypot_field: ['_gotcha', 'website'],
  rate_limit: [1, 60],
  retention_days: [30],
  redirect_url: ['https://a.example/thanks'],
  language: ['de', 'en'],
  notify_subject: TEXTS,
  unknown_fields: ['keep', 'drop'],
  conventions: ['none', 'formspree'],
  weekly_spam_summary: [true, false],
  managed_by: ['forms.yaml', ' other '],
};
const SETTINGS = { ...SINGLE, ...LISTS, ...NESTED };

const WEBHOOK: Readonly<Record<string, readonly Value[]>> = {
  format: ['standard', 'slack'],
  filter: [EXISTS, { any: [{ value: 3, op: 'greater_than', field: '$spam_score' }] }],
  auto_recover: [true, false],
  enabled: [true, false],
  signing: ['hmac'],
  events: [['submission.created'], ['submission.updated', 'submission.created']],
};
const HEADERS = [{}, { authorization: 'v1' }, { Authorization: 'v2', 'x-api-key': 'v1' }];

const choose = <Of>(random: () => number, of: readonly Of[]): Of => of[Math.floor(random() * of.length)]!;

const some = (random: () => number, of: Readonly<Record<string, readonly Value[]>>, chance: number) =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, values]) =>
      random() < chance ? [[name, random() < 0.2 ? null : choose(random, values)]] : [],
    ),
  );

const randomWebhooks = (random: () => number) =>
  Object.fromEntries(
    ['crm', 'a.b'].flatMap((name) =>
      random() < 0.4
        ? [
            [
              name,
              {
                // Webhooks of a form can't have the same URL.
                url: choose(random, [`https://one.example/${name}`, `https://two.example/${name}`]),
                headers: choose(random, HEADERS),
                ...some(random, WEBHOOK, 0.3),
              },
            ],
          ]
        : [],
    ),
  );

/** Returns a random form as it stands in a file. It isn't a draft, because drafts can't be paused. */
export const randomForm = (random: () => number): object => ({
  name: choose(random, TEXTS),
  ...some(random, SETTINGS, 0.2),
  ...(random() < 0.5 && { webhooks: randomWebhooks(random) }),
});

/** Returns the content of a random forms file. */
export function randomFile(random: () => number): object {
  const forms = ['contact', '2026'].flatMap((slug) =>
    random() < 0.6 ? [[slug, randomForm(random)] as const] : [],
  );
  return {
    version: 1,
    forms: Object.fromEntries(forms),
    ...(random() < 0.3 && { webhooks: randomWebhooks(random) }),
  };
}
