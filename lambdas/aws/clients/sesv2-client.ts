/** Creates the client for Amazon SES. */
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { callLimits } from './call-limits.ts';

export const sesv2Client = (): SESv2Client => new SESv2Client(callLimits('ses'));
