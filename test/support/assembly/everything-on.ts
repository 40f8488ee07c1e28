/** Settings of a stage with every option turned on, which has the most resources. */
export const EVERYTHING_ON = {
  'svc:mailSender': 'Forms <forms@mail.example.com>',
  'svc:ownKeyForWebhooks': true,
  'svc:allowHttpWebhooks': true,
  'svc:deleteDataWithStack': true,
  'svc:bucketAccessLogDays': 365,
  'svc:backup': { retentionDays: 3650 },
  'svc:largePosts': true,
  'svc:edge': true,
  'svc:domain': {
    name: 'forms.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012',
    hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  },
  'svc:webAclArn':
    'arn:aws:wafv2:us-east-1:123456789012:global/webacl/svc-forms/12345678-1234-1234-1234-123456789012',
  'svc:edgeStack': { domainName: 'forms.example.com', hostedZoneId: 'Z0123456789ABCDEFGHIJ' },
  'svc:edgeSecrets': ['a'.repeat(128), 'b'.repeat(128)],
  'svc:alarmEmail': 'ops@example.com',
  'svc:alarmTopicArn': 'arn:aws:sns:us-gov-west-1:123456789012:on-call',
  'svc:eventBus': true,
  'svc:canary': { everyMinutes: 1 },
  'svc:tracing': true,
  'svc:tags': { team: 'web', 'cost-center': '4711' },
  'svc:permissionsBoundary': 'arn:aws:iam::123456789012:policy/developers/boundary',
  'svc:ingestReservedConcurrency': 50,
  'svc:gradualDeployment': { type: 'linear10PercentEvery1Minute' },
};
