/** Removes the webhooks of apps whose connection has ended. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { FailedRecords } from '../failed-records-bucket.ts';
import { ServiceFunction, type Stage } from '../service-function.ts';
import type { Storage } from '../storage.ts';

export class ConnectionWebhooks extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { storage, settings, bundles }: Stage & { readonly storage: Storage },
  ) {
    super(scope, id);
    const remove = new ServiceFunction(this, 'RemoveConnectionWebhooks', {
      settings,
      bundles,
      entry: 'webhooks/apps/remove-connection-webhooks',
      description: 'Removes the webhooks of apps whose connection has ended',
      timeout: Duration.seconds(30),
      grants: [
        storage.webhooks.grantQueryIndexAttributes('connection', ['connection_id', 'form_id', 'webhook_id']),
        storage.webhooks.grant('BatchWriteItem'),
      ],
    });
    storage.connections.streamTo(remove, {
      only: [{ eventName: ['REMOVE'] }],
      batchSize: 10,
      failedRecords: new FailedRecords(this, 'FailedRemovals', { settings }),
      late: {
        stream: 'connections',
        meaning:
          'Connections have ended an hour ago and their webhooks are still listed; nothing is sent to them.',
        after: Duration.hours(1),
      },
    });
  }
}
