/**
 * `GET /v1/forms.js`: serves the form script under a fixed name, and under a second name that changes with
 * its content. Also serves `GET /v1/embed.js`, and the solver that the script loads for the service's own
 * challenge.
 */
import { NotFound } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import { readEnvironment } from '../environment.ts';
import { decodedFile } from '../http/stored-file.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { staticResponse } from '../http/static-response.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getFormScript as operation } from './form-script-operations.ts';
import { EMBED_SCRIPT } from './embed-script.ts';
import { SCRIPT, SOLVER } from './form-script.at-build.ts';

/**
 * How long browsers may cache the script under its fixed name. After an update, pages get the new version
 * within this time.
 */
const FIVE_MINUTES = 'public, max-age=300';
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Serves the form script. Pages that request an earlier version get the current one, so that forms keep
 * working after an update. Only the URL of the current version can be cached permanently.
 */
export function getFormScript({ hash, file }: typeof SCRIPT, solver: typeof SOLVER) {
  const sentWith = (cacheControl: string) =>
    staticResponse(decodedFile(file), {
      type: file.type,
      cacheControl,
      more: { 'content-location': `/v1/forms.js/${hash}.js` },
    });
  const solving = staticResponse(decodedFile(solver), { type: solver.type, cacheControl: FIVE_MINUTES });
  const latest = sentWith(FIVE_MINUTES);
  const named = sentWith(FOR_EVER);
  return ({ event, path }: HttpRequest<typeof operation>): HttpResponse => {
    if (event.rawPath === '/v1/embed.js') return embedScript();
    const below = path['below'];
    if (below === undefined) return latest(event.headers);
    if (below === 'challenge.js') return solving(event.headers);
    if (!/^[0-9a-f]{16}\.js$/.test(below)) throw new NotFound(message('nothing-at-this-path'));
    return (below === `${hash}.js` ? named : latest)(event.headers);
  };
}

const embedScript = (): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': FIVE_MINUTES },
  bytes: Buffer.from(EMBED_SCRIPT),
});

export const handler = httpHandler(
  operation,
  { baseUrl: readEnvironment('BASE_URL').BASE_URL },
  getFormScript(SCRIPT, SOLVER),
);
