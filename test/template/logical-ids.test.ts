/** Tests that logical ids are the same on all stages, so that one template can serve all of them. */
import { templateWith } from '../support/assembly/templates.ts';

const settings = { 'svc:mailSender': 'Forms <forms@example.com>', 'svc:canary': { everyMinutes: 5 } };
/** Returns all logical ids, except for CDK's resources that copy code, because they contain no data. */
const idsOf = (stage: string, email: string): string[] => {
  const named = { 'svc:stage': stage, 'svc:alarmEmail': email, 'svc:largePosts': true };
  const ids = Object.keys(templateWith({ ...settings, ...named }).Resources);
  return ids.filter((id) => !/CodeCopy[0-9a-f]{8}|^CustomS3ObjectCopy/.test(id));
};

it("doesn't put the names of the stage or the alarms' recipient into logical IDs", () => {
  const ids = idsOf('blue', 'ops@example.com');
  expect(ids).toContain('WebhookDeliveryDeliverFunctionSqsEventSourceWebhookDeliveryDeliveriesQueue');
  expect(ids).toContain('FormJobsHourlyAllowEventRuleFormJobsResumeFormJobsFunction');
  expect(idsOf('green', 'help@example.org')).toEqual(ids);
});
