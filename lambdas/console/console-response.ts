/** Maps paths to the console's files and sets their response headers. */
import { NotFound } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { staticResponse } from '../http/static-response.ts';
import { decodedFile, type StoredFile } from '../http/stored-file.ts';
import { PAGE_HEADERS, securityPolicy, type FileOrigins } from './security-policy.ts';

type RequestHeaders = Parameters<ReturnType<typeof staticResponse>>[0];

export interface StoredFiles {
  readonly page: StoredFile;
  readonly assets: Readonly<Record<string, StoredFile>>;
}

const ASSETS = 'assets/';
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Responds to requests for paths below `/console`. Files in `assets` can be cached permanently, because their
 * names change with their content. All other paths without a file extension return the console's page, which
 * browsers must revalidate. The page uses the URL to determine which screen to show.
 */
export function consoleResponses(
  { page, assets }: StoredFiles,
  origins: FileOrigins,
): (path: string, headers: RequestHeaders) => HttpResponse {
  const pageResponse = staticResponse(decodedFile(page), {
    type: page.type,
    cacheControl: 'no-cache',
    more: { 'content-security-policy': securityPolicy(origins), ...PAGE_HEADERS },
  });
  const assetResponses = new Map(
    Object.entries(assets).map(([name, file]) => [
      `${ASSETS}${name}`,
      staticResponse(decodedFile(file), {
        type: file.type,
        cacheControl: FOR_EVER,
      }),
    ]),
  );
  return (path, headers) => {
    const asset = assetResponses.get(path);
    if (asset) return asset(headers);
    if (path.startsWith(ASSETS) || /\.\w+$/.test(path)) throw new NotFound(message('nothing-at-this-path'));
    return pageResponse(headers);
  };
}
