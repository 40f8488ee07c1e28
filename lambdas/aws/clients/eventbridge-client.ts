/** Creates the client for Amazon EventBridge. */
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { callLimits } from './call-limits.ts';

export const eventBridgeClient = (): EventBridgeClient => new EventBridgeClient(callLimits('eventBridge'));
