/** Defines schemas for the parts of API responses that the steps use. */
import * as z from 'zod';

export const formAnswer = z.object({ id: z.string(), slug: z.string(), email_enabled: z.boolean() });

export const takenAnswer = z.object({
  id: z.string(),
  status: z.string(),
  files: z.int().optional(),
  idempotent_replay: z.boolean().optional(),
});

export const submissionAnswer = z.object({
  id: z.string(),
  status: z.string(),
  payload: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ field: z.string(), name: z.string(), size: z.int(), url: z.string() })),
});

export const submissionPage = z.object({ data: z.array(submissionAnswer) });

export const uploadAnswer = z.object({
  upload_id: z.string(),
  url: z.url(),
  fields: z.record(z.string(), z.string()),
});

export const webhookAnswer = z.object({ id: z.string(), secret: z.string() });

export const deliveryPage = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      attempts: z.int(),
      last_status_code: z.int().nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

export const timelineAnswer = z.object({
  data: z.array(
    z.looseObject({ type: z.string(), status: z.string().optional(), reason: z.string().nullish() }),
  ),
});

export const problemAnswer = z.object({ code: z.string(), detail: z.string() });

/** Parses a JSON response. */
export const jsonOf = <Value>(body: Buffer, schema: z.ZodType<Value>): Value =>
  schema.parse(JSON.parse(body.toString()));
