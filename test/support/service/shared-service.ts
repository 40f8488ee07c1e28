/** Shares one service among many test files, with a separate account for each file. */
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { localOutputs } from '../../../cli/service-connection.ts';
import { newDemoAccount } from '../../../local/outputs-file.ts';
import { serviceIn, startService, type RunningService, type ServiceUnderTest } from './service.ts';

/** Environment variable with the folder of the shared service. */
const SHARED = 'SVC_TEST_SERVICE';

/** Starts the service that `newSharedAccount` creates accounts in. */
export async function shareService(): Promise<RunningService> {
  const service = await startService();
  process.env[SHARED] = service.folder;
  return service;
}

/**
 * Creates an account in the shared service, like the account that the first `npm start` creates, with its
 * users, its form and, optionally, the demo data. Returns undefined if no service is shared.
 */
export async function newSharedAccount(withDemoData: boolean): Promise<ServiceUnderTest | undefined> {
  const folder = process.env[SHARED];
  return folder === undefined ? undefined : accountIn(folder, withDemoData);
}

/**
 * Creates a new account in the service shared by all test files without special settings. The service runs
 * until the end of the test run. Its logs, e-mails and buckets also contain other test files' data.
 */
export async function sharedServiceAccount(): Promise<ServiceUnderTest> {
  const port = process.env['SVC_TEST_SERVICE_PORT'];
  if (port === undefined)
    throw new Error('Run the tests with "npm test", whose global setup provides the service.');
  const started = (await json(connect(Number(port), '127.0.0.1'))) as { folder: string } | { reason: string };
  if ('reason' in started) throw new Error(`The shared service failed to start: ${started.reason}`);
  return accountIn(started.folder, false);
}

async function accountIn(folder: string, withDemoData: boolean): Promise<ServiceUnderTest> {
  const { outputs, endpoints } = localOutputs(folder);
  const { baseUrl } = await serviceIn(folder);
  const stack = { outputs, endpoints: { sqs: undefined, dynamodb: '', ...endpoints } };
  return serviceIn(folder, await newDemoAccount(stack, baseUrl, !withDemoData));
}
