/** Builds multipart bodies for tests, byte by byte. */
export const BOUNDARY = 'x-boundary';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

type Content = string | Uint8Array;
export type RawPart = readonly [headers: Content, body: Content];

/**
 * Returns a multipart body with the given parts. `disposition` and the other part headers are inserted
 * unchanged.
 */
export function multipart(...parts: readonly RawPart[]): Buffer {
  const written = parts.flatMap(([headers, body]) => [
    `--${BOUNDARY}\r\n`,
    headers,
    '\r\n\r\n',
    body,
    '\r\n',
  ]);
  return Buffer.concat([...written, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

export const text = (name: string, value: Content): RawPart => [
  `Content-Disposition: form-data; name="${name}"`,
  value,
];

export const file = (
  field: string,
  name: string,
  content: Content,
  type = 'application/octet-stream',
): RawPart => [
  `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`,
  content,
];

/** Yields the bytes in chunks of the given sizes. The last size is used for all remaining chunks. */
export async function* inPieces(bytes: Uint8Array, ...sizes: number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (let i = 0; start < bytes.length; i += 1) {
    const size = Math.max(1, sizes[Math.min(i, sizes.length - 1)] ?? 1);
    yield await Promise.resolve(bytes.subarray(start, start + size));
    start += size;
  }
}
