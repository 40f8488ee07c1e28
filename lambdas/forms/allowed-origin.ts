/** An entry of a form's `allowed_origins` as a client sends it. */
import * as z from 'zod';
import { isOriginEntry } from './origin-match.ts';

export const allowedOrigin = z.string().max(300).refine(isOriginEntry, {
  message:
    'must be an origin such as https://www.example.com, without a path; https://*.example.com stands for all subdomains',
});
