/** Tests that docs/limits.md has the same figures as the code, and only names settings that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_APPS } from '../../../lambdas/apps/app-store.ts';
import { MAX_FIELDS, MAX_PAYLOAD_BYTES } from '../../../lambdas/core/payload.ts';
import { MAX_FILES } from '../../../lambdas/http/body/form-body.ts';
import { settingExamples } from '../../../lib/settings/setting-examples.ts';
import { checkedSettings } from '../../../lib/settings/stage-settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/limits.md'), 'utf8');
const rows = Array.from(
  page.matchAll(/^\| (.+?) +\| (.+?) +\| (.*?) *\| (.+?) +\|$/gm),
  ([, ...cells]) => cells,
);
const valueOf = (limit: string): string => rows.find(([name]) => name === limit)![1]!;
const MEGABYTE = 1024 * 1024;

it('lists the defaults of the stage settings', () => {
  const settings = checkedSettings('prod', {});
  const { free, pro, team } = settings.plans;
  expect({
    'Requests to the whole API': valueOf('Requests to the whole API').split('.')[0],
    'Submissions per month': valueOf('Submissions per month').split(', per')[0],
    'Size of a file': valueOf('Size of a file'),
    'Webhooks per form': valueOf('Webhooks per form'),
    'Webhooks for all forms': valueOf('Webhooks for all forms'),
    'Automatic attempts per delivery': valueOf('Automatic attempts per delivery'),
    'Time for an endpoint to respond': valueOf('Time for an endpoint to respond'),
    'Autoresponses per form': valueOf('Autoresponses per form'),
    'Confirmation requests per account': valueOf('Confirmation requests per account'),
  }).toEqual({
    'Requests to the whole API': `${settings.apiThrottle.rate} per second with a burst of ${settings.apiThrottle.burst.toLocaleString('en')}`,
    'Submissions per month': [free, pro, team]
      .map((plan, at) => `${plan.monthly_quota.toLocaleString('en')} on ${['free', 'pro', 'team'][at]!}`)
      .join(', '),
    'Size of a file': `No files on free, ${pro.max_file_bytes / MEGABYTE} MB on pro, ${team.max_file_bytes / MEGABYTE} MB on team`,
    'Webhooks per form': String(settings.maxWebhooksPerForm),
    'Webhooks for all forms': String(settings.maxWebhooksPerAccount),
    'Automatic attempts per delivery': String(settings.webhookMaxAttempts),
    'Time for an endpoint to respond': `${settings.webhookDeadlineSeconds} s`,
    'Autoresponses per form': `${settings.autoresponsesPerFormAndDay} per day (UTC)`,
    'Confirmation requests per account': `${settings.confirmationsPerHour} per clock hour and ${settings.confirmationsPerDay} per day (UTC)`,
  });
  expect(free.max_file_bytes).toBe(0);
});

it('lists the fixed limits of the functions', () => {
  expect(valueOf('Fields per submission')).toBe(String(MAX_FIELDS));
  expect(valueOf('Text per submission')).toBe(`${MAX_PAYLOAD_BYTES / 1024} KiB, including field names`);
  expect(valueOf('Files per submission')).toBe(String(MAX_FILES));
  expect(valueOf('Apps per account')).toMatch(new RegExp(`^${MAX_APPS}, `));
});

it('names settings that exist', () => {
  const named = rows.flatMap(([, , setting = '']) => setting.match(/`[a-z]\w+`/g) ?? []);
  expect(named.length).toBeGreaterThan(12);
  const known = [...Object.keys(settingExamples), 'rate_limit'].map((name) => `\`${name}\``);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
