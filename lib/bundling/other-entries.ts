/**
 * Lists the functions that aren't HTTP API operations, such as stream consumers, queue consumers and jobs.
 */
export const otherEntries = [
  'api/unmatched',
  'large-posts/serve-posts',
  'outbox/fan-out-submissions',
  'webhooks/delivery/deliver',
  'emails/send-email',
  'emails/log/record-email-event',
  'outbox/clean-up-uploads',
  'outbox/delete-traces',
  'data-requests/run-data-request',
  'data-requests/erasing/erase-data',
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
  'first-account/make-first-account',
  'forms-as-code/apply-forms-file',
] as const;
