/** What the service says of itself. */
import * as z from 'zod';

/** The answer of `GET /openapi`, as far as it concerns this service and not OpenAPI. */
export const openapiView = z.looseObject({ openapi: z.string().startsWith('3.1.') });
