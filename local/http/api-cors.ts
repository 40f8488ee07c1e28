/** Adds the CORS headers of the local HTTP API. */
import * as z from 'zod';
import { flag } from '../template/template.ts';

/** The value of `x-amazon-apigateway-cors` in an API's OpenAPI document. */
export const corsConfiguration = z.strictObject({
  allowOrigins: z.array(z.string()).default([]),
  allowMethods: z.array(z.string()).default([]),
  allowHeaders: z.array(z.string()).default([]),
  exposeHeaders: z.array(z.string()).default([]),
  maxAge: z.coerce.number().optional(),
  allowCredentials: flag.default(false),
});

export type CorsConfiguration = z.infer<typeof corsConfiguration>;

/**
 * Returns true for a preflight request, which a browser sends to check whether it may send the actual
 * request.
 */
export function isPreflight(method: string, headers: ReadonlyMap<string, string>): boolean {
  return method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');
}

/**
 * Returns the headers for the response to a preflight request. Returns none if the origin is not allowed, so
 * the browser blocks the actual request.
 */
export function preflightHeaders(
  cors: CorsConfiguration,
  origin: string | undefined,
): Record<string, string> {
  const allowed = originHeaders(cors, origin);
  if (Object.keys(allowed).length === 0) return {};
  return {
    ...allowed,
    ...(cors.allowMethods.length > 0 && { 'access-control-allow-methods': cors.allowMethods.join(',') }),
    ...(cors.allowHeaders.length > 0 && { 'access-control-allow-headers': cors.allowHeaders.join(',') }),
    ...(cors.maxAge !== undefined && { 'access-control-max-age': String(cors.maxAge) }),
  };
}

/**
 * Returns the CORS headers for responses to all other requests. They replace the function's own CORS headers.
 * Unlike API Gateway, this includes them even if a request has no `Origin`, which makes no difference because
 * only browsers use them.
 */
export function responseCorsHeaders(
  cors: CorsConfiguration,
  origin: string | undefined,
): Record<string, string> {
  const allowed = originHeaders(cors, origin);
  if (Object.keys(allowed).length === 0 || cors.exposeHeaders.length === 0) return allowed;
  return { ...allowed, 'access-control-expose-headers': cors.exposeHeaders.join(',') };
}

function originHeaders(cors: CorsConfiguration, origin: string | undefined): Record<string, string> {
  const any = cors.allowOrigins.includes('*');
  const listed = origin !== undefined && cors.allowOrigins.some((pattern) => originMatches(pattern, origin));
  if (!any && !listed) return {};
  return {
    'access-control-allow-origin': any ? '*' : (origin ?? ''),
    ...(!any && { vary: 'Origin' }),
    ...(cors.allowCredentials && { 'access-control-allow-credentials': 'true' }),
  };
}

/**
 * Returns true if the pattern matches the origin. `https://*` and `http://*` match every origin with that
 * scheme.
 */
function originMatches(pattern: string, origin: string): boolean {
  return pattern.endsWith('://*') ? origin.startsWith(pattern.slice(0, -1)) : pattern === origin;
}
