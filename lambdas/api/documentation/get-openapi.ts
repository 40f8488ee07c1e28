/** `GET /openapi`, `/openapi.json` and `/openapi.yaml`: serve the OpenAPI document. */
import { gzipSync } from 'node:zlib';
import { readEnvironment } from '../../environment.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import { staticResponse } from '../../http/static-response.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { DOCUMENT } from '../openapi/document.at-build.ts';
import { fillPlaceholders } from '../openapi/placeholders.ts';
import { yamlOf } from '../openapi/yaml.ts';
import { getOpenapi as operation } from './documentation-operations.ts';

/** Serves the document, which only changes when the service is deployed. */
export function getOpenapi({ document }: { document: string }) {
  const asJson = respondWith(document, 'application/json');
  let asYaml: typeof asJson | undefined;
  return ({ event }: HttpRequest<typeof operation>): HttpResponse => {
    if (!event.rawPath.endsWith('.yaml')) return asJson(event.headers);
    asYaml ??= respondWith(yamlOf(JSON.parse(document)), 'application/yaml');
    return asYaml(event.headers);
  };
}

function respondWith(content: string, type: string): ReturnType<typeof staticResponse> {
  return staticResponse(gzipSync(content), {
    type,
    cacheControl: 'public, max-age=300',
  });
}

const environment = readEnvironment('BASE_URL', 'SERVICE_VERSION');
const { BASE_URL: baseUrl, SERVICE_VERSION: version } = environment;

export const handler = httpHandler(
  operation,
  { baseUrl },
  getOpenapi({ document: fillPlaceholders(DOCUMENT, { baseUrl, version }) }),
);
