/** What the service says of itself. */
import * as z from 'zod';

/** The answer of `GET /openapi`, as far as it concerns this service and not OpenAPI. */
export const openapiView = z.looseObject({ openapi: z.string().startsWith('3.1.') });

/** The answer of `GET /problems/:slug`. */
export const problemTypeView = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  meaning: z.string().describe('What the problem is in general.'),
});
export type ProblemTypeView = z.infer<typeof problemTypeView>;
