/** Tests how forms files are read: error positions, variables, nulls, and hostile files. */
import { faultLines, FileRefused } from '../../lambdas/forms-as-code/file-fault.ts';
import { readFormsFile } from '../../lambdas/forms-as-code/forms-file.ts';

const environment = (name: string): string | undefined => ({ TOKEN: 'hidden', EMPTY: '' })[name];
const read = (text: string) => readFormsFile(text, environment);

function faultsOf(text: string): string[] {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return faultLines(error.faults, 'forms.yaml', () => ({ line: 0, column: 0 }));
  }
  return [];
}

it.each([
  [
    'an unknown member',
    'version: 1\nforms:\n  contact:\n    name: A\n    notify_email: []\n',
    ['forms.yaml:5:5: forms.contact.notify_email is not a known name (did you mean "notify_emails"?)'],
  ],
  [
    'a wrong value',
    'version: 1\nforms:\n  contact:\n    rate_limit: many\n',
    ['forms.yaml:4:17: forms.contact.rate_limit must be a whole number, for example 3'],
  ],
  [
    'a wrong member of a list',
    'version: 1\nforms:\n  contact:\n    fields: [{ name: a, type: text }, { name: b, type: txt }]\n',
    [expect.stringMatching(/^forms\.yaml:4:56: forms\.contact\.fields\.1\.type must be one of /) as string],
  ],
  ['no version', 'forms: {}\n', ['forms.yaml:1:1: version must be 1']],
  [
    'a key that is set twice',
    'version: 1\nforms:\n  contact: { name: A }\n  contact: { name: B }\n',
    ['forms.yaml:4:3: "contact" is already set above. Remove one of the two.'],
  ],
  [
    'a tab',
    'version: 1\nforms:\n\tcontact: { name: A }\n',
    ['forms.yaml:3:1: Tabs are not allowed as indentation. Use spaces.'],
  ],
  [
    'a variable where secrets are not allowed',
    'version: 1\nforms:\n  contact:\n    name: "Hi ${TOKEN}"\n',
    [
      'forms.yaml:4:11: forms.contact.name can\'t contain ${…}, which is only available in secrets, headers, URLs and addresses; write "$${" for the text "${"',
    ],
  ],
  [
    'a variable that is missing or empty',
    'version: 1\nwebhooks:\n  a: { url: "${GONE}" }\n  b: { url: "${EMPTY}" }\n',
    [
      'forms.yaml:3:13: webhooks.a.url needs the environment variable GONE, which is not set',
      'forms.yaml:4:13: webhooks.b.url needs the environment variable EMPTY, which is not set',
    ],
  ],
  [
    'a variable within the default of another one',
    'version: 1\nwebhooks:\n  a: { url: "${GONE:-${TOKEN}}" }\n',
    [
      'forms.yaml:3:13: webhooks.a.url must name a variable as ${NAME} or ${NAME:-default}; write "$${" for the text "${"',
    ],
  ],
  [
    'a variable in the name of the form "headers"',
    'version: 1\nforms:\n  headers: { name: "${TOKEN}" }\n',
    [expect.stringMatching(/^forms\.yaml:3:20: forms\.headers\.name can't contain /) as string],
  ],
  [
    'a variable in a key, or in the account',
    'version: 1\naccount: "${TOKEN}"\nforms: { "a${TOKEN}": {} }\n',
    [
      expect.stringMatching(/^forms\.yaml:2:10: account can't contain /) as string,
      expect.stringMatching(/^forms\.yaml:3:10: forms\.a\$\{TOKEN\} can't contain /) as string,
    ],
  ],
  [
    'two documents',
    'version: 1\n---\nversion: 1\n',
    ['forms.yaml:2:1: The file must contain a single document. Remove the line "---".'],
  ],
  ['a tag', 'version: !!js/function 1\n', [expect.stringContaining('forms.yaml:1:10: ') as string]],
  [
    'an alias within its own anchor',
    'version: 1\nforms: &all { contact: *all }\n',
    [expect.stringContaining('forms.yaml:2:') as string],
  ],
])('refuses %s and says where', (_, text, lines) => {
  expect(faultsOf(text)).toEqual(lines);
});

it('refuses files that grow through aliases, or that are nested too deeply, quickly', () => {
  const bomb = ['version: 1', 'a: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level += 1)
    bomb.push(`a${level}: &a${level} [${`*a${level - 1}, `.repeat(10)}]`);
  const start = process.cpuUsage();
  expect(faultsOf(bomb.join('\n'))).toEqual([expect.stringContaining('must contain at most 500000 values')]);
  expect(faultsOf(`version: 1\nforms: ${'['.repeat(100_000)}`)).toHaveLength(1);
  expect(faultsOf('x'.repeat(5_000_001))).toEqual([
    'forms.yaml:1:1: The file must be at most 5000000 characters long.',
  ]);
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(10);
});

it('replaces variables, and takes $${ as text', () => {
  const { desired, secrets } = read(`version: 1
forms:
  contact:
    name: A
    autoresponder: { subject: "$\${name}", text: T }
    redirect_url: "\${GONE:-https://a.example/x}"
    webhooks:
      crm: { url: "https://a.example/\${TOKEN}", headers: { X-Key: "a \${TOKEN} b" } }
`);
  const [form] = desired.forms!;
  expect(form!.settings).toMatchObject({
    autoresponder: { subject: '${name}' },
    redirect_url: 'https://a.example/x',
  });
  expect(form!.webhooks).toMatchObject([
    { name: 'crm', settings: { url: 'https://a.example/hidden', headers: { 'x-key': 'a hidden b' } } },
  ]);
  expect([...secrets]).toEqual(['hidden']);
});

it('repeats anchored parts, and takes null as the default where the API takes no null', () => {
  const { desired } = read(`version: 1
forms:
  one: &form { name: One, rate_limit: null, spam: { threshold: null, mode: file }, retention_days: null }
  two: *form
  three: { fields: [{ name: a, type: text, label: null }], notify_emails: null, challenge: null }
`);
  expect(desired.forms!.map(({ members }) => members)).toEqual([
    { name: 'One', rate_limit: 60, spam: { threshold: 60, mode: 'file' }, retention_days: null },
    { name: 'One', rate_limit: 60, spam: { threshold: 60, mode: 'file' }, retention_days: null },
    {
      fields: [{ name: 'a', type: 'text' }],
      notify_emails: [],
      challenge: { enabled: false, provider: 'turnstile', difficulty: 'normal', site_key: null },
    },
  ]);
});

it('reads a thousand forms within a second', () => {
  const forms = Array.from(
    { length: 1000 },
    (_, index) =>
      `  form-${index}: { name: A, fields: [{ name: email, type: email }], webhooks: { a: { url: "https://a.example" } } }`,
  );
  const start = process.cpuUsage();
  expect(read(`version: 1\nforms:\n${forms.join('\n')}\n`).desired.forms).toHaveLength(1000);
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(10);
});
