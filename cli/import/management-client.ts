/** Calls the management API with a key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { RequestRefused, ServiceNotFound } from '../operator-errors.ts';
import { shownImport, type ShownImport } from './import-report.ts';

interface Caller {
  readonly url?: string;
  readonly key?: string;
}

export interface ManagementClient {
  get(path: string): Promise<ShownImport>;
  post(path: string, body: unknown): Promise<ShownImport>;
  /** Sends the file of a new import. */
  upload(created: ShownImport, content: Blob, name: string): Promise<void>;
}

const localOutputs = z.object({ base_url: z.string(), management_key: z.string() });

/**
 * Returns the address and the key of the demo account of the local service.
 * @throws ServiceNotFound
 */
export function localCaller(folder = process.env['SVC_LOCAL_DIR'] ?? '.local'): Caller {
  const file = join(folder, 'outputs.json');
  try {
    const { base_url: url, management_key: key } = localOutputs.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { url, key };
  } catch (cause) {
    throw new ServiceNotFound(`${file} not found. Start the service with "npm start" first.`, { cause });
  }
}

const problem = z.object({ detail: z.string().optional(), title: z.string().optional() });

/** @throws ServiceNotFound without an address or key */
export function managementClient({ url, key }: Caller): ManagementClient {
  if (url === undefined || key === undefined)
    throw new ServiceNotFound('Use --local, or --url with --key or the variable SVC_FORMS_KEY.');
  const base = url.replace(/\/+$/, '');
  const call = async (path: string, init: RequestInit = {}): Promise<ShownImport> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(base + path, { ...init, headers });
    const body: unknown = await answer.json();
    if (answer.ok) return shownImport.parse(body);
    const { detail, title } = problem.parse(body);
    throw new RequestRefused(answer.status, detail ?? title ?? '');
  };
  return {
    get: (path) => call(path),
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    async upload({ upload }, content, name) {
      if (!upload) throw new TypeError('The import has no upload');
      const form = new FormData();
      for (const [field, value] of Object.entries(upload.fields)) form.append(field, value);
      form.append('file', content, name);
      const answer = await fetch(upload.url, { method: 'POST', body: form });
      if (!answer.ok)
        throw new RequestRefused(answer.status, 'The file was not accepted. It may be too large.');
    },
  };
}
