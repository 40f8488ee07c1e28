/** Downloads a submission's file when a step of a Zap needs it. */
import { Readable } from 'node:stream';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { apiUrl } from './installation.ts';

export interface FileInput extends Record<string, unknown> {
  readonly submission_id: string;
  readonly file_id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
}

/**
 * Resolves a submission's `file` field.
 * @returns the URL of the platform's own copy, which the next step downloads
 */
export async function downloadFile(z: ZObject, { inputData }: Bundle): Promise<string> {
  const { submission_id, file_id, size, name, content_type } = inputData as FileInput;
  const link = await z.request({
    url: apiUrl`/v1/submissions/${submission_id}/files/${file_id}`,
    redirect: 'manual',
    raw: true,
  });
  const location = link.getHeader('location');
  if (!location) throw new z.errors.Error('The file no longer exists.', 'not-found', link.status);
  // Uses `fetch`, because `z.request` re-encodes the query, which would invalidate the signed URL.
  const file = await fetch(location);
  if (!file.ok || file.body === null)
    throw new z.errors.Error('The file no longer exists.', 'not-found', file.status);
  return z.stashFile(Readable.fromWeb(file.body), size, name, content_type);
}
