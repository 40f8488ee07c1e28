/**
 * Runs the code blocks of the README, the quickstart and "Using the API" on a running service, as a reader
 * would. Parses all other blocks. The browser tests run the guides, and other tests run the automations.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { parseFragment } from 'parse5';
import { parse as parseYaml } from 'yaml';
import { settingExamples } from '../../lib/settings/setting-examples.ts';
import { freePort } from '../../local/free-port.ts';
import { allCodeBlocks, blocksIn, codeBlocks } from '../support/documentation/code-blocks.ts';
import { mistakeIn, operatorCommandsIn } from '../support/documentation/operator-commands.ts';
import { untilMails } from '../support/receivers/mail-folder.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

const ROOT = join(import.meta.dirname, '../..');

let service: ServiceUnderTest;
let folder: string;
beforeAll(async () => {
  service = await sharedServiceAccount();
  folder = mkdtempSync(join(tmpdir(), 'svc-blocks-'));
  mkdirSync(join(folder, '.local'));
  writeFileSync(join(folder, '.local/outputs.json'), JSON.stringify(service.outputs));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Blocks that a test has run or parsed, grouped by the kind of check. */
const counts = new Map<string, number>();
const count = (how: string, blocks = 1): unknown => counts.set(how, (counts.get(how) ?? 0) + blocks);

/** Makes curl print each response's status, for example `<201>`. */
const PRELUDE = `curl() { command curl -w '<%{http_code}>' "$@"; }\n`;
const statusesIn = (output: string): number[] =>
  [...output.matchAll(/<(\d{3})>/g)].map(([, status]) => Number(status));

interface Form {
  readonly id: string;
  readonly slug: string;
}

/** Replaces the URLs and placeholders in a block. */
function filled(text: string, { id, slug }: Form, more: Readonly<Record<string, string>> = {}): string {
  const values = {
    'http://127.0.0.1:8787': service.baseUrl,
    '/v1/f/contact': `/v1/f/${slug}`,
    '<form id>': id,
    '<management key>': service.outputs.management_key,
    '<site key>': 'key',
    '<secret>': 'secret',
    ...more,
  };
  return Object.entries(values).reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

const newForm = async (): Promise<Form> => {
  const { status, body } = await service.manage('POST', '/v1/forms', { name: 'Contact' });
  expect(status).toBe(201);
  return body;
};

it('the quickstart works from the first submission to a verified webhook', async () => {
  const { form } = service.outputs;
  const [start, notification, webhook, ...others] = blocksIn('docs/quickstart.md', 'sh');
  const [receiver = ''] = blocksIn('docs/quickstart.md', 'js');
  const [page = ''] = blocksIn('docs/quickstart.md', 'html');
  expect(start).toBe('npm ci\nnpm start\n');
  expect(others).toEqual([]);

  const [, action = ''] = /action="([^"]+)"/.exec(filled(page, form)) ?? [];
  const names = Array.from(page.matchAll(/ name="(\w+)"/g), ([, name = '']) => name);
  expect(names).toEqual(['name', 'email', 'message', '_gotcha']);
  const values = new URLSearchParams(
    Object.fromEntries(names.map((name) => [name, name === '_gotcha' ? '' : 'a@example.com'])),
  );
  expect(
    (await service.request(action.replace(service.baseUrl, ''), { method: 'POST', body: values })).status,
  ).toBe(201);

  const port = String(await freePort());
  writeFileSync(join(folder, 'receiver.mjs'), receiver.replace('9000', port));
  const commands = [PRELUDE, notification, webhook].join('\n').replaceAll('9000', port);
  const shell = spawn('bash', ['-c', filled(commands, form)], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new AbortController();
    shell.once('close', () => ended.abort(new Error(`The receiver has ended: ${output}`)));
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(40_000)]);
    while (!/\{ name: .*\}\n|Invalid/.test(output)) await once(shell.stdout, 'data', { signal });
    expect(output).toContain("{ name: 'Grace', email: 'grace@example.com' }\n");
    expect(output).not.toContain('Invalid signature');
    // Prints the statuses of two requests in each block. The webhook can arrive before the response to the
    // submission.
    expect(statusesIn(output)).toEqual([200, 201, 201, 201]);
  } finally {
    // Killing the process group also ends the receiver, which runs in the background.
    if (shell.pid !== undefined) process.kill(-shell.pid);
  }
  const about = ({ subject, text = '' }: { subject?: string; text?: string }) =>
    subject === 'New submission: Contact' && text.includes('Hello') && text.includes('ada@example.com');
  expect(await untilMails(join(service.folder, 'mail'), 1, about)).toHaveLength(1);
  count('run', 5);
}, 60_000);

it("the README's commands are accepted, in their order", async () => {
  const local = blocksIn('README.md', 'sh').filter((text) => text.includes('curl '));
  expect(local.length).toBeGreaterThan(0);
  const port = String(await freePort());
  const commands = [PRELUDE, 'trap "kill 0" EXIT', ...local].join('\n').replaceAll('9000', port);
  const shell = spawn('bash', ['-c', filled(commands, service.outputs.form)], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(shell, 'close');
  expect(statusesIn(output).filter((status) => status >= 300)).toEqual([]);
  expect(statusesIn(output).length).toBeGreaterThanOrEqual(local.length);
  count('run', local.length);
});

it('the examples of "Using the API" get the documented responses', async () => {
  const statuses = [[201], [200, 422], [200], [200], [200, 200, 200]];
  const blocks = blocksIn('docs/forms.md', 'sh');
  expect(blocks).toHaveLength(statuses.length);
  const keys = (await service.manage('GET', '/v1/api-keys')).body.data as { id: string; type: string }[];
  const key = keys.find(({ type }) => type === 'management')!.id;
  for (const [at, block] of blocks.entries()) {
    const form = await newForm();
    const spam = new URLSearchParams({ name: 'Bot', _gotcha: 'x' });
    await service.request(`/v1/f/${form.slug}`, { method: 'POST', body: spam });
    const list = await service.manage('GET', `/v1/forms/${form.id}/submissions?status=spam`);
    const command = PRELUDE + filled(block, form, { '<key id>': key, '<id>': list.body.data[0].id });
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder });
    expect([at, statusesIn(stdout)]).toEqual([at, statuses[at]]);
  }
  count('run', blocks.length);
}, 60_000);

it("the specification's code restores a spreadsheet cell", () => {
  const [restore = ''] = blocksIn('docs/specification.md', 'js');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- The code is the documentation's.
  const restored = new Function('cell', `return ${restore}`) as (cell: string) => string;
  expect(restored("'=1+1,'-2")).toBe('=1+1,-2');
  expect(restored("it's")).toBe("it's");
  count('run');
});

/** Throws if the text isn't valid in the block's language. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  json: (text) => JSON.parse(/^\s*\{/.test(text) ? text : `{${text}}`),
  yaml: (text) => parseYaml(text),
  html: (text) =>
    parseFragment(text, {
      sourceCodeLocationInfo: true,
      onParseError: ({ code, startLine }) => {
        throw new SyntaxError(`${code} in line ${String(startLine)}`);
      },
    }),
  ...Object.fromEntries(
    (['css', 'js', 'jsx', 'ts', 'tsx'] as const).map((loader) => [
      loader,
      async (text: string) => {
        const { warnings } = await transform(text, { loader, logLevel: 'silent' });
        if (warnings[0]) throw new SyntaxError(warnings[0].text);
      },
    ]),
  ),
};

it('JSON, YAML, HTML, CSS, JavaScript, and TypeScript have valid syntax', async () => {
  const parsed = new Map<string, number>();
  const faults: string[] = [];
  for (const { page, language, text } of allCodeBlocks) {
    const parse = parsers[language];
    if (!parse) continue;
    parsed.set(language, (parsed.get(language) ?? 0) + 1);
    try {
      await parse(text);
    } catch (error) {
      faults.push(`${page}: ${String(error)}`);
    }
  }
  expect(faults).toEqual([]);
  expect([...parsed.keys()].sort()).toEqual(Object.keys(parsers).sort());
  const list = [...parsed].map(([language, blocks]) => `${String(blocks)} ${language}`);
  process.stdout.write(`Parsed blocks of all pages: ${list.join(', ')}\n`);
});

it('the settings in JSON examples exist', () => {
  const stages = ['prod', 'test'];
  const known = [...Object.keys(settingExamples), ...stages];
  const blocks = codeBlocks.filter(({ language }) => language === 'json');
  for (const { page, text } of blocks) {
    if (!page.startsWith('docs/operating/')) continue;
    const parsed = parsers['json']?.(text) as Record<string, object>;
    const inStages = stages.flatMap((stage) => Object.keys(parsed[stage] ?? {}));
    const unknown = [...Object.keys(parsed), ...inStages].filter((key) => !known.includes(key));
    expect({ page, unknown }).toEqual({ page, unknown: [] });
  }
  count(
    'JSON or YAML, parsed',
    blocks.length + codeBlocks.filter(({ language }) => language === 'yaml').length,
  );
});

it('commands that need a deployed stage have valid syntax, existing options, and valid arguments', async () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const run = ['docs/quickstart.md', 'docs/forms.md'];
  const blocks = codeBlocks.filter(({ page, language, text }) => {
    const isRun = run.includes(page) || (page === 'README.md' && text.includes('curl '));
    return language === 'sh' && !isRun;
  });
  expect(blocks.length).toBeGreaterThan(30);
  const faults = blocks.flatMap(({ page, text }) => {
    const names = Array.from(text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g), ([, name = '']) => name);
    return names.filter((name) => !(name in scripts)).map((name) => `${page}: npm run ${name}`);
  });
  expect(faults).toEqual([]);
  let withCommands = 0;
  for (const { page, text } of blocks) {
    const commands = operatorCommandsIn(text);
    if (commands.length > 0) withCommands += 1;
    for (const command of commands)
      expect([page, command.line, await mistakeIn(command)]).toEqual([page, command.line, '']);
    execFileSync('bash', ['-n'], { input: text.replaceAll(/<[^<>\n]+>/g, 'x'), stdio: 'pipe' });
  }
  count("with operator commands, parsed by the commands' programs", withCommands);
  count('only checked for syntax, because they need AWS or a new process', blocks.length - withCommands);
});

it("finds mistakes in an operator's command", async () => {
  const [unknown, invalid, ...others] = operatorCommandsIn(
    'npm run account -- set-quota <account id> 5 --defualt\nAWS_REGION=x npx svc-forms account set-quota x many',
  );
  expect(others).toEqual([]);
  expect(await mistakeIn(unknown!)).toContain("unknown option '--defualt'");
  expect(await mistakeIn(invalid!)).toContain('many');
});

it('every other code block has a reason to be skipped', () => {
  /** Why blocks in other languages aren't run here. */
  const reasons: Readonly<Record<string, string>> = {
    html: "the quickstart's form is posted above",
    mermaid: 'a picture',
    text: 'output or a picture',
    ts: 'synthesized by test/packages/construct-package.test.ts',
  };
  const others = codeBlocks.filter(({ language }) => !['sh', 'js', 'json', 'yaml'].includes(language));
  expect(others.filter(({ language }) => !(language in reasons))).toEqual([]);
  const parts = [...counts].map(([how, blocks]) => `${String(blocks)} ${how}`);
  process.stdout.write(
    `${codeBlocks.length} code blocks: ${parts.join('; ')}; ${String(others.length)} with another reason\n`,
  );
});
