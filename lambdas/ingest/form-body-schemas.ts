/** The bodies that a form may post, for the API's description; `http/body/read-form.ts` reads them. */
import * as z from 'zod';

export const formBodyFields = z.record(z.string(), z.string());
/** Fields, and files as parts with a file name. */
export const formBodyParts = z.record(
  z.string(),
  z.union([z.string(), z.string().meta({ contentMediaType: 'application/octet-stream' })]),
);
export const formBodyMembers = z.record(z.string(), z.unknown());
