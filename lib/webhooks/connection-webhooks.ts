/** Deletes an app's webhooks and removes its recipients when the app's connection ends. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { CHANGE_MARKER } from '../../lambdas/core/counters/change-marker.ts';
import { recipientFormAttributes } from '../../lambdas/forms/recipients/app-recipients.ts';
import { FailedRecords } from '../storage/failed-records-bucket.ts';
import { ServiceFunction, type Stage } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

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
      description: 'Deletes the webhooks and removes the recipients of apps whose connection has ended',
      timeout: Duration.seconds(30),
      grants: [
        storage.webhooks.grantQueryIndexAttributes('connection', ['connection_id', 'owner_id', 'webhook_id']),
        storage.webhooks.grant('BatchWriteItem'),
        storage.webhooks.grantAdd('deleted#'),
        storage.forms.grantQueryIndexAttributes('by_creation', recipientFormAttributes),
        storage.forms.grantUpdateAttributes(...recipientFormAttributes, 'updated_at'),
        storage.counters.grantKeyPrefix(CHANGE_MARKER, 'UpdateItem'),
      ],
    });
    storage.connections.streamTo(remove, {
      filters: [{ eventName: ['REMOVE'] }],
      batchSize: 10,
      failedRecords: new FailedRecords(this, 'FailedRemovals', { settings }),
      lateAfter: Duration.hours(1),
    });
  }
}
