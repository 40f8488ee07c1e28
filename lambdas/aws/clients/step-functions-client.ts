/** Creates the Step Functions client. */
import { SFNClient } from '@aws-sdk/client-sfn';
import { callLimits } from './call-limits.ts';

export const stepFunctionsClient = (): SFNClient => new SFNClient(callLimits('stepFunctions'));
