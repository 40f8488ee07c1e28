/** What a form may post, as the API describes it; `http/form-data` reads it, whatever it holds. */
import * as z from 'zod';

export const formBodyFields = z.record(z.string(), z.string());
/** Fields, and files as parts with a file name. */
export const formBodyParts = z.record(
  z.string(),
  z.union([z.string(), z.string().meta({ contentMediaType: 'application/octet-stream' })]),
);
export const formBodyMembers = z.record(z.string(), z.unknown());
