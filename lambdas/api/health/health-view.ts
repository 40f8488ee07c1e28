/** Defines the response of `GET /v1/health`. */
import * as z from 'zod';

export const healthView = z.object({ status: z.literal('ok'), version: z.string(), time: z.string() });
export type HealthView = z.infer<typeof healthView>;
