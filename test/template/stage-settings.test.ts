import { App } from 'aws-cdk-lib';
import { stageSettings, WrongSetting } from '../../lib/settings/stage-settings.ts';

const settingsOf = (context: Record<string, unknown>) => stageSettings(new App({ context }).node);

it('has a default for everything', () => {
  expect(settingsOf({})).toMatchObject({
    stage: 'prod',
    webhookDeadlineSeconds: 10,
    webhookMaxAttempts: 5,
    retryWaitsSeconds: [1, 10, 60, 600, 3600],
    allowHttpWebhooks: false,
    allowPrivateWebhookTargets: false,
  });
});

it('reads values from the command line as text', () => {
  expect(
    settingsOf({ 'svc:stage': 'test', 'svc:spamRetentionDays': '7', 'svc:allowHttpWebhooks': 'true' }),
  ).toMatchObject({
    stage: 'test',
    spamRetentionDays: 7,
    allowHttpWebhooks: true,
  });
});

it.each([
  [{ 'svc:spamRetentionDay': 7 }, 'Unknown setting "svc:spamRetentionDay".'],
  [
    { 'svc:spamRetentionDay': 7 },
    'Unknown setting "svc:spamRetentionDay". Did you mean "svc:spamRetentionDays"?',
  ],
  [{ 'svc:spamRetentionDays': 'many' }, 'Invalid setting "svc:spamRetentionDays"'],
  [{ 'svc:plans': { free: { monthly_quota: 1, max_file_bytes: 0 } } }, 'Invalid setting "svc:plans.pro"'],
  [{ 'svc:hsts': { preload: true } }, 'must have "includeSubDomains" with "preload"'],
  [{ 'svc:hsts': { includeSubdomains: true } }, 'Did you mean "svc:hsts.includeSubDomains"?'],
  [{ 'svc:stage': 'Not a name' }, 'Invalid setting "svc:stage"'],
])('refuses %j and names it', (context, message) => {
  expect(() => settingsOf(context)).toThrow(WrongSetting);
  expect(() => settingsOf(context)).toThrow(message);
});

it('ignores any other context values', () => {
  expect(() => settingsOf({ '@aws-cdk/core:anything': true, other: 1 })).not.toThrow();
});
