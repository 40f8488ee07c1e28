/**
 * Defines the schemas of form submissions for the API description. `http/body/read-form.ts` parses the
 * submissions.
 */
import * as z from 'zod';

export const formBodyFields = z.record(z.string(), z.string());
/**
 * Fields are strings, and files are parts with a file name. The values are `unknown` because many client
 * generators can't handle a union of the two.
 */
export const formBodyParts = z.record(z.string(), z.unknown());
export const formBodyMembers = z.record(z.string(), z.unknown());
