/**
 * Lists the functions that are not operations of the HTTP API: stream and queue consumers, jobs, and the
 * server for large posts.
 */
export const otherEntries = [
  'api/unmatched',
  'large-posts/serve-posts',
  'outbox/fan-out-submissions',
  'webhooks/delivery/deliver',
  'emails/send-email',
  'emails/log/record-email-event',
  'outbox/clean-up-uploads',
  'outbox/delete-files',
  'form-jobs/run-form-job',
  'form-jobs/resume-form-jobs',
  'outbox/sweep',
  'webhooks/recovery/run-recovery',
  'webhooks/apps/remove-connection-webhooks',
  'analytics/count-submissions',
  'analytics/count-deliveries',
  'analytics/count-emails',
  'outbox/announce-submissions',
  'outbox/announce-changes',
  'canary/run-canary',
] as const;
