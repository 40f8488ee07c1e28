/** Size of each function's bundle, and how long Node takes to import it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFunctions, bundlesIn } from '../../lib/bundles.ts';
import { percentile } from './figures.ts';

const RUNS = 7;
const MEASURE =
  'const t=performance.now();await import(process.argv[1]).catch(e=>{console.error(e);process.exit(1)});console.log(performance.now()-t)';

/** Values for every variable; importing a handler reads its environment but calls nothing. */
const ENVIRONMENT = {
  AWS_REGION: 'us-east-1',
  BASE_URL: 'https://forms.example.com',
  ALLOW_HTTP_WEBHOOKS: 'false',
  ALLOW_PRIVATE_WEBHOOK_TARGETS: 'false',
  PLANS: JSON.stringify({
    free: { monthly_quota: 1, max_file_bytes: 0 },
    pro: { monthly_quota: 1, max_file_bytes: 0 },
    team: { monthly_quota: 1, max_file_bytes: 0 },
  }),
  RETRY_WAITS_SECONDS: '[1,10,60,600,3600]',
  SPAM_RETENTION_DAYS: '30',
  WEBHOOK_DEADLINE_MS: '10000',
  WEBHOOK_MAX_ATTEMPTS: '5',
};
const NAMES = ['ACCOUNTS_TABLE', 'API_KEYS_TABLE', 'FORMS_TABLE', 'FORM_SLUGS_TABLE', 'SUBMISSIONS_TABLE'];
const MORE_NAMES = ['WEBHOOKS_TABLE', 'DELIVERIES_TABLE', 'COUNTERS_TABLE', 'IDEMPOTENCY_TABLE'];
const OTHER_NAMES = [
  'ACCESS_TOKENS_TABLE',
  'ACCOUNT_KEYS_TABLE',
  'DELIVERIES_QUEUE_URL',
  'SLOW_DELIVERIES_QUEUE_URL',
  'RETRY_LADDER_ARN',
  'SERVICE_VERSION',
  'TURNSTILE_VERIFY_URL',
  'UPLOADS_TABLE',
  'FORM_JOBS_TABLE',
  'FORM_JOBS_QUEUE_URL',
  'FILE_REMOVALS_QUEUE_URL',
  'EXPORTS_BUCKET',
  'ATTACHMENTS_BUCKET',
];

export async function benchBundles(): Promise<void> {
  const outdir = mkdtempSync(join(tmpdir(), 'svc-bench-bundles-'));
  await bundleFunctions(outdir);
  const names = [...NAMES, ...MORE_NAMES, ...OTHER_NAMES].map((name) => [name, name.toLowerCase()]);
  const env = { PATH: process.env['PATH'], ...Object.fromEntries(names), ...ENVIRONMENT };
  for (const [entry, folder] of bundlesIn(outdir)) {
    const file = join(folder, 'index.mjs');
    const times = Array.from({ length: RUNS }, () => {
      const args = ['--input-type=module', '-e', MEASURE, pathToFileURL(file).href];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${entry}: ${stderr}`);
      return Number(stdout);
    });
    const size = `${(statSync(file).size / 1024).toFixed(0)} KB`;
    console.log(`${entry.padEnd(30)} ${size.padStart(8)}   import ${percentile(times, 0.5).toFixed(0)} ms`);
  }
  rmSync(outdir, { recursive: true, force: true });
}
