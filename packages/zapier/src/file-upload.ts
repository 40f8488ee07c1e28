/** Sends a file of an earlier step ahead of the form, as the service takes files of any size. */
import type { ZObject } from 'zapier-platform-core';
import { apiUrl } from './installation.ts';

interface Upload {
  readonly upload_id: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The text without its escapes, or as it stands when they are none. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name in `Content-Disposition` (RFC 6266), else the last part of the address. */
function fileName(url: string, disposition: string | null): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const path = extended === undefined ? (plain ?? decoded(new URL(url).pathname)) : decoded(extended);
  return path.split(/[/\\]/).at(-1) || 'file';
}

/**
 * @param source address of the file, which the platform signed
 * @returns the id under which the form takes it
 */
export async function uploadFile(z: ZObject, slug: string, field: string, source: string): Promise<string> {
  // Not by `z.request`: that writes the query anew, and the address is signed as it stands.
  const file = await fetch(source);
  if (!file.ok) throw new z.errors.Error(`The file could not be loaded: ${source}`, 'no-file', file.status);
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
