/**
 * Uploads a file from an earlier step before the form is submitted, as the service requires for large files.
 */
import type { ZObject } from 'zapier-platform-core';
import { apiUrl } from './installation.ts';

interface Upload {
  readonly upload_id: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Decodes percent-encoded text. Returns malformed text unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the file name from `Content-Disposition` (RFC 6266) or, if there is none, the last part of the URL.
 */
function fileName(url: string, disposition: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const path = extended === undefined ? (plain ?? decoded(new URL(url).pathname)) : decoded(extended);
  return path.split(/[/\\]/).at(-1) || 'file';
}

/**
 * Uploads a file to the service.
 * @param source URL of the file, signed by the platform
 * @returns the upload id to submit with the form
 */
export async function uploadFile(z: ZObject, slug: string, field: string, source: string): Promise<string> {
  // Uses `fetch`, because `z.request` re-encodes the query, which would invalidate the signed URL.
  const file = await fetch(source);
  if (!file.ok)
    throw new z.errors.Error(`The file could not be downloaded: ${source}`, 'no-file', file.status);
  const bytes = await file.arrayBuffer();
  const name = fileName(source, file.headers.get('content-disposition'));
  const type = file.headers.get('content-type') ?? 'application/octet-stream';
  const { data } = await z.request<Upload>({
    url: apiUrl`/v1/f/${slug}/uploads`,
    method: 'POST',
    body: { field, name, content_type: type, size: bytes.byteLength },
  });
  const form = new FormData();
  for (const [key, value] of Object.entries(data.fields)) form.append(key, value);
  form.append('file', new Blob([bytes], { type }), name);
  const encoded = new Response(form);
  await z.request({
    url: data.url,
    method: 'POST',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  return data.upload_id;
}
