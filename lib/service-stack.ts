import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Analytics } from './analytics.ts';
import { FileRemoval } from './file-removal.ts';
import { FormChores } from './form-chores.ts';
import { ServiceApi } from './http-api.ts';
import { operationUses } from './operation-uses.ts';
import type { Stage } from './service-function.ts';
import { Storage } from './storage.ts';
import { WebhookQueues } from './webhook-queues.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

/** The whole service, for one stage. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      description: 'Form backend: stores submissions and delivers them as signed webhooks',
    });
    const storage = new Storage(this, 'Storage', stage);
    const queues = new WebhookQueues(this, 'Queues', stage);
    const chores = new FormChores(this, 'FormChores', { ...stage, storage });
    const uses = operationUses(storage, { chores, queues }, stage.settings);
    const api = new ServiceApi(this, 'Http', { ...stage, uses });
    const files = new FileRemoval(this, 'FileRemoval', { ...stage, storage });
    new WebhookDelivery(this, 'WebhookDelivery', {
      ...stage,
      storage,
      queues,
      baseUrl: api.baseUrl,
      toRemoveFiles: files.toAsk,
    });
    new Analytics(this, 'Analytics', { ...stage, storage });

    // By these the operator's command line finds the service.
    new CfnOutput(this, 'BaseUrl', { value: api.url });
    new CfnOutput(this, 'AccountsTable', { value: storage.accounts.table.tableName });
    new CfnOutput(this, 'AccountKeysTable', { value: storage.accountKeys.table.tableName });
    new CfnOutput(this, 'ApiKeysTable', { value: storage.apiKeys.table.tableName });
    new CfnOutput(this, 'Plans', { value: JSON.stringify(stage.settings.plans) });
  }
}
