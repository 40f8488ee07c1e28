/** Starts imports, uploads their files, and polls them until they end. */
import { queryOptions } from '@tanstack/react-query';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { NoConnection } from '../api/api-error.ts';

export type Import = Schema<'Import'>;
export type Origin = NonNullable<Schema<'ImportInput'>['from']>;
export type Mapping = Import['mapping'];

const POLL_MILLISECONDS = 1000;

export const origins: readonly Origin[] = [
  'svc',
  'formspree',
  'netlify',
  'basin',
  'getform',
  'web3forms',
  'typeform',
];

/** Maximum size of a file, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

export interface ImportRequest {
  readonly formId: string;
  readonly file: File;
  /** Form backend that the file was exported from. Undefined for other files. */
  readonly from: Origin | undefined;
  /** Time zone for times without an offset. */
  readonly timeZone: string;
  /** If undefined, the service guesses the mapping from the column names. */
  readonly mapping: Mapping | undefined;
}

/**
 * Uploads a file and creates an import that stops after checking it. Returns the import's id.
 * @throws ApiError, NoConnection
 */
export async function startImport({ formId, file, from, timeZone, mapping }: ImportRequest): Promise<string> {
  const { id, upload } = await fetched(
    api.POST('/v1/forms/{id}/imports', {
      params: { path: { id: formId } },
      body: {
        format: /\.(ndjson|jsonl)$/i.test(file.name) ? 'ndjson' : 'csv',
        time_zone: timeZone,
        dry_run: true,
        ...(from !== undefined && { from }),
        ...(mapping !== undefined && { mapping }),
      },
    }),
  );
  const body = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) body.append(name, value);
  body.append('file', file);
  const response = await fetch(upload.url, { method: 'POST', body }).catch((cause: unknown) => {
    throw new NoConnection('No connection', { cause });
  });
  if (!response.ok) throw new NoConnection(`The upload failed with status ${response.status}`);
  return id;
}

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: ({ signal }) => fetched(api.GET('/v1/imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && hasStopped(state.data) ? false : POLL_MILLISECONDS),
    staleTime: 0,
  });

/** Returns true if the import is waiting for the user or has ended. */
const hasStopped = ({ status }: Import): boolean =>
  status === 'ready' || status === 'finished' || status === 'failed';
