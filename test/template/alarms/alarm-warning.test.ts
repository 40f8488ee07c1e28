/**
 * Tests that the synthesis warns if nobody is notified of alarms, and the names of alarms in a team's stack.
 */
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FormService } from '../../../lib/form-service.ts';
import { featureFlags } from '../../../lib/settings/feature-flags.ts';
import type { FormServiceSettings } from '../../../lib/settings/stage-settings.ts';

let code: string;
beforeAll(() => {
  code = mkdtempSync(join(tmpdir(), 'svc-test-code-'));
  writeFileSync(join(code, 'index.mjs'), '');
});
afterAll(() => rmSync(code, { recursive: true }));

/** Puts the service into a team's own stack. */
function website(settings: FormServiceSettings, then?: (forms: FormService) => void): Stack {
  const stack = new Stack(new App({ context: featureFlags }), 'website');
  const bundles = { get: () => code } as unknown as ReadonlyMap<string, string>;
  const forms = new FormService(stack, 'Forms', { stage: 'test', settings, bundles });
  then?.(forms);
  return stack;
}

const warnings = (stack: Stack): unknown[] =>
  Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('Nobody is notified of alarms'))
    .map(({ entry }) => entry.data);

it('warns if alarms notify nobody and names the settings that fix this', () => {
  const [warning, ...others] = warnings(website({}));
  expect(others).toEqual([]);
  expect(warning).toMatch(/svc:alarmEmail or svc:alarmTopicArn/);
});

it.each<[string, FormServiceSettings, (forms: FormService) => void]>([
  ['an address', { alarmEmail: 'ops@example.com' }, () => undefined],
  ['a topic', { alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:on-call' }, () => undefined],
  [
    'a subscription that the app adds',
    {},
    ({ alarmTopic }) => {
      alarmTopic.addSubscription(new EmailSubscription('ops@example.com'));
    },
  ],
])("doesn't warn with %s", (_, settings, then) => {
  expect(warnings(website(settings, then))).toEqual([]);
});

it("starts the logical IDs of alarms with the construct's ID in a team's stack", () => {
  const ids = Object.keys(Template.fromStack(website({})).findResources('AWS::CloudWatch::Alarm'));
  expect(ids).toContain('FormsPostsFail');
  for (const id of ids) expect(id).toMatch(/^Forms[A-Z]/);
});
