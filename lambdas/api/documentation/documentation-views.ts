/** The responses of the documentation: the OpenAPI document and problem types. */
import * as z from 'zod';

/** The response of `GET /` for programs. */
export const homeView = z.object({
  name: z.string(),
  version: z.string().describe('Version of the service.'),
  documentation: z.string().describe('Address of the page that describes the API.'),
  openapi: z.string().describe('Address of the OpenAPI document.'),
  console: z.string().nullable().describe('Address of the console; null where the stage has none.'),
  health: z.string().describe('Address that monitors ask.'),
});
export type HomeView = z.infer<typeof homeView>;

/** The response of `GET /openapi`; what is in it is defined by OpenAPI. */
export const openapiView = z.looseObject({ openapi: z.string().startsWith('3.1.') });

/** The response of `GET /problems/{slug}`. */
export const problemTypeView = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  meaning: z.string().describe('What the problem is in general.'),
});
export type ProblemTypeView = z.infer<typeof problemTypeView>;
