/** The format of a CloudFormation template. */
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';

/** A boolean in a template, which may also be written as a string. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Condition: z.string().optional(),
});

/** The parts of a CloudFormation template that the runner reads. */
export const templateSchema = z.object({
  Resources: z.record(z.string(), resource),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown() })).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

export type Template = z.infer<typeof templateSchema>;
export type TemplateResource = z.infer<typeof resource>;

/** @throws RunnerError when `value` is not a template at all. */
export function parseTemplate(value: unknown, name: string): Template {
  const parsed = templateSchema.safeParse(value);
  if (!parsed.success)
    throw new RunnerError(`${name} is not a CloudFormation template: ${oneLine(parsed.error)}`);
  return parsed.data;
}

/** Formats a zod error as one line: `Properties.Timeout: expected number; …`. */
export function oneLine(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'value'}: ${issue.message}`).join('; ');
}
