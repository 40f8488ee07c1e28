/** What a form may post, as the API describes it; `http/form-body.ts` reads it, whatever it holds. */
import * as z from 'zod';

export const postedFields = z.record(z.string(), z.string());
export const postedMembers = z.record(z.string(), z.unknown());
