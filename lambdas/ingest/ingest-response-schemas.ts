/** The JSON response of ingest (docs/specification.md, "Ingest"). */
import * as z from 'zod';
import { acceptedResponse } from './conventions/convention-schemas.ts';

/**
 * The response to an accepted form submission. A single schema describes stored submissions, replays, spam,
 * and forms that use another backend's conventions, because generated clients have only one type per
 * operation.
 */
export const submitResponse = acceptedResponse.partial().extend({
  status: z
    .enum(['received', 'accepted'])
    .describe(
      '`received` if the submission is stored; `accepted` for spam, so that bots can’t tell the difference.',
    ),
  ok: z
    .boolean()
    .optional()
    .describe('True for spam.')
    .meta({ examples: [true] }),
});
