/** The bodies that a form may post, for the API's description; `http/body/read-form.ts` reads them. */
import * as z from 'zod';

export const formBodyFields = z.record(z.string(), z.string());
/** Fields as texts, and files as parts with a file name: a union of both is more than many generators of clients read. */
export const formBodyParts = z.record(z.string(), z.unknown());
export const formBodyMembers = z.record(z.string(), z.unknown());
