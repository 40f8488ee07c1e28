/**
 * Loads the real code under test. Handlers read their environment variables when they are loaded, so this
 * file sets the variables first. The simulation then connects the functions to simulated stores and queues.
 */
process.env = {
  // Copies the variables, because libraries read them on each invocation, and every read from `process.env`
  // takes a microsecond.
  ...process.env,
  AWS_REGION: 'us-east-1',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  BASE_URL: 'https://forms.example.com',
  OWN_URLS: '[]',
  DELIVERIES_TABLE: 'deliveries',
  SUBMISSIONS_TABLE: 'submissions',
  WEBHOOKS_TABLE: 'webhooks',
  DELIVERIES_QUEUE_URL: 'https://queue.example.com/deliveries',
  SLOW_DELIVERIES_QUEUE_URL: 'https://queue.example.com/slow-deliveries',
  DELIVERIES_DEAD_LETTERS_URL: 'https://queue.example.com/dead-deliveries',
  SLOW_DELIVERIES_DEAD_LETTERS_URL: 'https://queue.example.com/dead-slow-deliveries',
  FAILED_RECORDS_BUCKETS: '{}',
  STREAM_MAPPINGS: '[]',
  FAILED_SUBMISSIONS_BUCKET: 'failed',
  DELETED_SUBMISSIONS_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/deleted-submissions',
  EMAILS_QUEUE_URL: 'https://queue.example.com/emails',
  MAIL_SENDER: 'Forms <forms@example.com>',
  ACCOUNTS_TABLE: 'accounts',
  SESSIONS_TABLE: 'sessions',
  AUDIT_EVENTS_TABLE: 'audit-events',
  API_KEYS_TABLE: 'api-keys',
  ACCESS_TOKENS_TABLE: 'access-tokens',
  MAX_WEBHOOKS_PER_ACCOUNT: '10',
  AUTORESPONSES_PER_FORM_AND_DAY: '100',
  FORMS_TABLE: 'forms',
  FORM_JOBS_TABLE: 'form-jobs',
  DATA_REQUESTS_QUEUE_URL: 'https://queue.example.com/data-requests',
  PLANS: JSON.stringify({
    free: { monthly_quota: 100, max_file_bytes: 0 },
    pro: { monthly_quota: 100, max_file_bytes: 0 },
    team: { monthly_quota: 100, max_file_bytes: 0 },
  }),
  CONNECTIONS_TABLE: 'connections',
  MEMBERS_TABLE: 'members',
  OAUTH_CLIENTS_TABLE: 'oauth-clients',
  RECIPIENTS_TABLE: 'recipients',
  EMAILS_TABLE: 'email-log',
  REPLIES_TABLE: 'replies',
  FORM_SLUGS_TABLE: 'form-slugs',
  MAIL_CONFIGURATION_SET: 'emails',
  RECOVERIES_QUEUE_URL: 'https://queue.example.com/recoveries',
  RECOVERIES_TABLE: 'recoveries',
  IDEMPOTENCY_TABLE: 'idempotency',
  COUNTERS_TABLE: 'counters',
  RETRY_LADDER_ARN: 'arn:aws:states:us-east-1:000000000000:stateMachine:ladder',
  ALLOW_HTTP_WEBHOOKS: 'false',
  ALLOW_PRIVATE_WEBHOOK_TARGETS: 'false',
  WEBHOOK_DEADLINE_MS: '10000',
  WEBHOOK_MAX_ATTEMPTS: '5',
  RETRY_WAITS_SECONDS: '[1,10,60,600,3600]',
  PROBE_TIMES_SECONDS: '[900,1800,3600,7200,14400]',
  DISABLE_FAILING_AFTER_DAYS: '5',
};

export const { sqsHandler, sqsHandlerWithPolling } =
  await import('../../lambdas/aws/event-sources/sqs-handler.ts');
export const { streamHandler } = await import('../../lambdas/aws/event-sources/stream-handler.ts');
export const { deliver } = await import('../../lambdas/webhooks/delivery/deliver.ts');
export const { fanOut } = await import('../../lambdas/outbox/create-deliveries.ts');
export const { fanOutEmails } = await import('../../lambdas/outbox/fan-out-emails.ts');
export const { recordEmailEvent } = await import('../../lambdas/emails/log/record-email-event.ts');
export const { sendEmail } = await import('../../lambdas/emails/send-email.ts');
export const { sweep } = await import('../../lambdas/outbox/sweep.ts');
export const { cancelDataRequest } = await import('../../lambdas/data-requests/cancel-data-request.ts');
export const { confirmDataRequest } = await import('../../lambdas/data-requests/confirm-data-request.ts');
