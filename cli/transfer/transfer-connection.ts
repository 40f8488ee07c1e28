/**
 * Extends the service connection with the stores that exports and imports need: submissions, e-mails and
 * files.
 */
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import type { CommandOptions } from '../command-line.ts';
import {
  clientFor,
  deployedOutputs,
  deployedService,
  localOutputs,
  localService,
  type ServiceConnection,
} from '../service-connection.ts';

export interface TransferConnection extends Omit<ServiceConnection, 'tables'> {
  readonly tables: ServiceConnection['tables'] & { readonly emails: string; readonly submissions: string };
  readonly s3: S3Client;
  /** Name of the bucket for submitted files. */
  readonly attachments: string;
}

const dataOutputs = z.object({
  AttachmentsBucket: z.string(),
  EmailsTable: z.string(),
  SubmissionsTable: z.string(),
});

/**
 * Connects to the service that the options specify.
 * @throws ServiceNotFound
 */
export async function transferConnection(options: CommandOptions): Promise<TransferConnection> {
  const { outputs, endpoints } = options.local ? localOutputs() : await deployedOutputs(options);
  const { AttachmentsBucket, EmailsTable, SubmissionsTable } = dataOutputs.parse(outputs);
  const service = options.local ? localService() : await deployedService(options);
  const tables = { ...service.tables, emails: EmailsTable, submissions: SubmissionsTable };
  const s3 = new S3Client({
    ...clientFor(endpoints?.s3),
    forcePathStyle: endpoints !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { ...service, tables, s3, attachments: AttachmentsBucket };
}
