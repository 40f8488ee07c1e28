/** Validates entries of a form's `allowed_origins`. */
import * as z from 'zod';
import { isOriginEntry } from './origin-match.ts';

export const allowedOrigin = z.string().max(300).refine(isOriginEntry, {
  message:
    'must be an origin without a path, for example https://www.example.com, or https://*.example.com for all subdomains',
});
