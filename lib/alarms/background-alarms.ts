/** Creates the alarms that all queues and stream consumers share. */
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';
import { ServiceAlarm } from './service-alarm.ts';
import { serviceMetric, twoSweeps } from './service-metrics.ts';

/**
 * Creates the alarms for dead letters, failed records and late work. CloudWatch charges for each alarm, so
 * queues share an alarm if the operator's first step is the same for all of them. The sweeper's log shows
 * which queue is affected.
 */
export function makeBackgroundAlarms(scope: Construct, settings: StageSettings): void {
  const bySweeper = (name: 'DeadNotifications' | 'DeadJobs' | 'FailedBatches') =>
    serviceMetric(settings, name, undefined, 'Maximum').with({ period: twoSweeps(settings) });
  new ServiceAlarm(scope, 'DeadNotifications', {
    metric: bySweeper('DeadNotifications'),
    threshold: 1,
    impact:
      'Webhook deliveries, recoveries or e-mails failed five times because of an error in the service. Endpoints or ' +
      'recipients have not received them.',
    action: 'Run npm run redrive to see which queue has dead letters, fix the error, then redrive the queue.',
  });
  new ServiceAlarm(scope, 'DeadJobs', {
    metric: bySweeper('DeadJobs'),
    threshold: 1,
    impact:
      'Background jobs failed five times. Depending on the queue, deleted data is still stored, a data request has ' +
      'stopped, bounces are not recorded, or events were not published.',
    action: 'Run npm run redrive to see which queue has dead letters, fix the error, then redrive the queue.',
  });
  new ServiceAlarm(scope, 'LateWork', {
    metric: serviceMetric(settings, 'LateWork'),
    threshold: 1,
    impact:
      'Background work is late. Depending on the function, statistics, slow webhooks, recoveries, data requests or ' +
      'deletions are behind.',
    action: 'Search all logs for "Batch is late" and "Queue is not read" to find the function or queue.',
  });
  new ServiceAlarm(scope, 'FailedRecordsWait', {
    metric: bySweeper('FailedBatches'),
    threshold: 1,
    // Only trigger after two periods, because the sweeper retries a failed fan-out on its next run.
    evaluationPeriods: 2,
    impact:
      'Stream records that a function could not process are in its bucket of failed records. Counts may be too low, or ' +
      'files or webhooks may not have been removed.',
    action:
      'Find the error in the log of the function and fix it, then run npm run redrive -- --records with its name.',
  });
}
