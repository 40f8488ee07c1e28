/** Settings of a stage with all that is optional: what has most resources. */
export const EVERYTHING_ON = {
  'svc:mailSender': 'Forms <forms@mail.example.com>',
  'svc:ownKeyForWebhooks': true,
  'svc:allowHttpWebhooks': true,
  'svc:deleteDataWithStack': true,
  'svc:bucketAccessLogDays': 365,
  'svc:backup': { retentionDays: 3650 },
  'svc:largePosts': true,
  'svc:edgeSecrets': ['a'.repeat(128), 'b'.repeat(128)],
  'svc:alarmEmail': 'ops@example.com',
  'svc:alarmTopicArn': 'arn:aws:sns:us-gov-west-1:123456789012:on-call',
  'svc:tracing': true,
  'svc:tags': { team: 'web', 'cost-center': '4711' },
  'svc:permissionsBoundary': 'arn:aws:iam::123456789012:policy/developers/boundary',
  'svc:ingestReservedConcurrency': 50,
  'svc:gradualDeployment': { type: 'linear10PercentEvery1Minute' },
};
