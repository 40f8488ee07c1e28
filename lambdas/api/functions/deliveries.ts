/** Lambda function that returns deliveries and recoveries. */
import { handler as listDeliveries } from '../../webhooks/list-deliveries.ts';
import { handler as getDelivery } from '../../webhooks/get-delivery.ts';
import { handler as listRecoveries } from '../../webhooks/recovery/list-recoveries.ts';
import { handler as getRecovery } from '../../webhooks/recovery/get-recovery.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'deliveries'>({
  listDeliveries,
  getDelivery,
  listRecoveries,
  getRecovery,
});
