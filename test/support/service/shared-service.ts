/** One service for all files of a run of browser tests, and an account of its own for each of them. */
import { localOutputs } from '../../../cli/service-connection.ts';
import { newDemoAccount } from '../../../local/outputs-file.ts';
import { serviceIn, startService, type RunningService, type ServiceUnderTest } from './service.ts';

/** The folder in which it keeps its state. */
const SHARED = 'SVC_TEST_SERVICE';

/** Starts the service that `accountOnSharedService` makes accounts on from now on. */
export async function shareService(): Promise<RunningService> {
  const service = await startService();
  process.env[SHARED] = service.folder;
  return service;
}

/**
 * The shared service with a new account, like the one that a first `npm start` makes: with its people, its form, and the
 * demo data where they are wanted. Undefined where no service is shared.
 */
export async function accountOnSharedService(withDemoData: boolean): Promise<ServiceUnderTest | undefined> {
  const folder = process.env[SHARED];
  if (folder === undefined) return undefined;
  const { outputs, endpoints } = localOutputs(folder);
  const { baseUrl } = await serviceIn(folder);
  const stack = { outputs, endpoints: { sqs: undefined, dynamodb: '', ...endpoints } };
  return serviceIn(folder, await newDemoAccount(stack, baseUrl, !withDemoData));
}
