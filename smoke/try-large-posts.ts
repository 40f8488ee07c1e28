/** Tests large form submissions on a real stack, because they can't be tested locally. See README.md. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import * as z from 'zod';

const STAGE = 'smoke';
const STACK = `svc-forms-${STAGE}`;
const MEGABYTE = 1_048_576;

const { values: flags } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'svc-smoke-'));
const newSecret = (): string => randomBytes(32).toString('hex');

const outputsFile = z.record(z.string(), z.record(z.string(), z.string()));
const stackOutputs = z.object({ BaseUrl: z.url(), PostFrontUrl: z.url() });
type StackOutputs = z.infer<typeof stackOutputs>;

interface Place extends StackOutputs {
  readonly managementKey: string;
}

/** A step of the test. Throws an error with the actual value if it differs from the expected one. */
type Step = (place: () => Place) => Promise<void> | void;

/** The secret's version. Each rotation raises it by one. */
let edgeSecretVersion = 1;
let current: Place | undefined;

function cdk(...args: string[]): void {
  execFileSync('npx', ['cdk', ...args, '-c', `svc:stage=${STAGE}`], { stdio: 'inherit' });
}

function deploy(maxPostMegabytes: number): StackOutputs {
  const file = join(folder, 'outputs.json');
  const settings = {
    ...{ largePosts: true, deleteDataWithStack: true, maxPostMegabytes },
    edgeSecretVersion,
  };
  const context = Object.entries(settings).flatMap(([name, value]) => [
    '-c',
    `svc:${name}=${JSON.stringify(value)}`,
  ]);
  cdk('deploy', '--require-approval', 'never', '--outputs-file', file, ...context);
  return stackOutputs.parse(outputsFile.parse(JSON.parse(readFileSync(file, 'utf8')))[STACK]);
}

function newAccount(): string {
  const args = ['run', '-s', 'account', '--', 'create', '--name', 'Smoke', '--plan', 'team'];
  const printed = execFileSync('npm', [...args, '--stage', STAGE, '--json'], { encoding: 'utf8' });
  return z.object({ management_key: z.string() }).parse(JSON.parse(printed)).management_key;
}

async function newForm({ BaseUrl, managementKey }: Place, settings = {}): Promise<string> {
  const response = await fetch(`${BaseUrl}/v1/forms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${managementKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Smoke', rate_limit: 1000, ...settings }),
  });
  return z.object({ slug: z.string() }).parse(await response.json()).slug;
}

function fileOf(megabytes: number): string {
  const path = join(folder, `${megabytes}.bin`);
  writeFileSync(path, randomBytes(megabytes * MEGABYTE));
  return path;
}

/** Sends a POST request with curl and returns the status and HTTP version that curl reports. */
function curl(...args: string[]): string {
  const print = ['-sS', '-o', '/dev/null', '-w', '%{http_code} HTTP/%{http_version}'];
  const { stdout, stderr } = spawnSync('curl', [...print, ...args], { encoding: 'utf8' });
  return stdout === '' ? stderr : stdout;
}

function expectStatus(seen: string, expected: number, what: string): void {
  if (!seen.startsWith(`${expected} `)) throw new Error(`${what}: ${seen}, not ${expected}`);
}

const steps: Record<string, Step> = {
  create: () => {
    current = { ...deploy(100), managementKey: newAccount() };
  },

  sizes: async (place) => {
    const { BaseUrl, PostFrontUrl } = place();
    const slug = await newForm(place());
    for (const host of [BaseUrl, PostFrontUrl])
      for (const [megabytes, status] of [
        [50, 201],
        [60, 413],
        [101, 413],
      ] as const) {
        const seen = curl('-H', 'Expect:', '-F', `film=@${fileOf(megabytes)}`, `${host}/v1/f/${slug}`);
        expectStatus(seen, status, `${megabytes} MB by ${host}`);
      }
  },

  slow: async (place) => {
    const slug = await newForm(place());
    const bytesASecond = String(Math.floor((40 * MEGABYTE) / 295));
    const address = `${place().BaseUrl}/v1/f/${slug}`;
    const seen = curl('--limit-rate', bytesASecond, '-F', `film=@${fileOf(40)}`, address);
    expectStatus(seen, 201, 'an upload of 300 s');
  },

  browser: async (place) => {
    const slug = await newForm(place());
    const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.setContent(
        `<form method="post" enctype="multipart/form-data" action="${place().BaseUrl}/v1/f/${slug}"><input type="file" name="film"><button>Send</button></form>`,
      );
      await page.setInputFiles('input', fileOf(60));
      await page.click('button', { timeout: 120_000 });
      const heading = await page.textContent('h1', { timeout: 120_000 });
      if (heading !== 'File too large') throw new Error(`the page says ${heading ?? 'nothing'}`);
    } finally {
      await browser.close();
    }
  },

  expect: async (place) => {
    const slug = await newForm(place());
    const small = ['-H', 'Expect: 100-continue', '-d', 'a=b'];
    for (const host of [place().BaseUrl, place().PostFrontUrl]) {
      const seen = curl('--http1.1', '--expect100-timeout', '5', ...small, `${host}/v1/f/${slug}`);
      console.log(`  ${host}: ${seen}`);
      expectStatus(seen, 201, `Expect by ${host}, after curl's second try`);
    }
  },

  addresses: async (place) => {
    for (const host of [place().BaseUrl, place().PostFrontUrl]) {
      const slug = await newForm(place(), { rate_limit: 3 });
      const seen = ['203.0.113.1', '203.0.113.2, 203.0.113.3', '', '203.0.113.4'].map((forged) =>
        curl(
          ...['-H', `X-Forwarded-For: ${forged}`, '-H', `svc-edge-secret: ${newSecret()}`],
          ...['-d', 'a=b', `${host}/v1/f/${slug}`],
        ),
      );
      expectStatus(seen[2] ?? '', 201, `the third post by ${host}`);
      expectStatus(seen[3] ?? '', 429, `the fourth post by ${host}`);
    }
  },

  update: async (place) => {
    for (edgeSecretVersion of [2, 3]) {
      deploy(80);
      const slug = await newForm(place());
      const seen = curl('-H', 'Expect:', '-F', `film=@${fileOf(50)}`, `${place().BaseUrl}/v1/f/${slug}`);
      expectStatus(seen, 201, '50 MB after an update');
    }
  },

  delete: () => {
    if (flags.keep) return;
    cdk('destroy', '--force', '-c', 'svc:largePosts=true');
  },
};

const wanted = Object.keys(steps).filter((name) => flags.only === undefined || name === flags.only);
const place = (): Place => {
  // If only one step runs, it uses the existing stack.
  current ??= { ...deploy(100), managementKey: newAccount() };
  return current;
};
let failed = 0;
for (const name of wanted) {
  try {
    console.log(name);
    await steps[name]?.(place);
    console.log('  ok');
  } catch (error) {
    failed += 1;
    console.log(`  FAILED ${error instanceof Error ? error.message : String(error)}`);
  }
}
rmSync(folder, { recursive: true });
process.exitCode = failed;
