/** Defines the responses of the operations that serve the OpenAPI document and problem types. */
import * as z from 'zod';
import { problemSlugs } from '../../core/errors/problem-slugs.ts';

/** Response of `GET /` to API clients. */
export const homeView = z.object({
  name: z.string(),
  version: z.string().describe('Version of the service.'),
  documentation: z.string().describe('URL of the API reference.'),
  openapi: z.string().describe('URL of the OpenAPI document.'),
  console: z.string().nullable().describe('URL of the console; null if the stage has no console.'),
  health: z.string().describe('URL for health checks.'),
});
export type HomeView = z.infer<typeof homeView>;

/** Response of `GET /openapi`. The OpenAPI specification defines its content. */
export const openapiView = z.looseObject({ openapi: z.string().startsWith('3.1.') });

/** Response of `GET /problems/{slug}`. */
export const problemTypeView = z.object({
  type: z.string(),
  code: z.enum(problemSlugs),
  title: z.string(),
  status: z.int(),
  meaning: z.string().describe('What the problem means.'),
  remedy: z.string().describe('What to do about the problem.'),
});
export type ProblemTypeView = z.infer<typeof problemTypeView>;
