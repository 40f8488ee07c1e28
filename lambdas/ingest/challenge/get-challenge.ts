/** `GET /v1/f/{slug}/challenge`: returns a puzzle for a form that uses the service's own challenge. */
import { documentClient } from '../../aws/clients/dynamodb-client.ts';
import type { Clock } from '../../core/clock.ts';
import { FormNotFound, FormNotLive, NotFound } from '../../core/errors/errors.ts';
import { message } from '../../core/errors/message.ts';
import { systemRandom, type RandomBytes } from '../../core/random.ts';
import { readEnvironment } from '../../environment.ts';
import { publicFormStore, type FindPublicForm } from '../../form-pages/public-form-store.ts';
import { httpHandler, type HttpRequest } from '../../http/http-handler.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { needsSolution } from '../../spam/challenge-settings.ts';
import { getChallenge as operation } from '../ingest-operations.ts';
import { assertOriginAllowed } from '../origins.ts';
import { challengeForm, type ChallengeForm } from './challenge-form.ts';
import { newPuzzle } from './puzzle.ts';

interface Deps {
  readonly findForm: FindPublicForm<ChallengeForm>;
  readonly now: Clock;
  readonly random: RandomBytes;
}

/** Returns a new puzzle without storing anything, so that a flood of requests is cheap. */
export function getChallenge({ findForm, now, random }: Deps) {
  return async ({ event, path, logWith }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { slug = '' } = path;
    const form = await findForm(slug);
    if (!form) throw new FormNotFound(slug);
    const { account_id, form_id } = form;
    logWith({ account_id, form_id });
    if (!needsSolution(form)) throw new NotFound(message('nothing-at-this-path'));
    if (form.status !== 'live') throw new FormNotLive();
    assertOriginAllowed(form, event.headers['origin']);
    return { status: 200, body: newPuzzle(form, now(), random) };
  };
}

const { BASE_URL, FORM_SLUGS_TABLE } = readEnvironment('BASE_URL', 'FORM_SLUGS_TABLE');

export const handler = httpHandler(
  operation,
  { baseUrl: BASE_URL },
  getChallenge({
    findForm: publicFormStore(documentClient(), FORM_SLUGS_TABLE, challengeForm),
    now: Date.now,
    random: systemRandom,
  }),
);
