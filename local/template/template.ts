/** Defines the format of a CloudFormation template. */
import * as z from 'zod';
import { checkPlainly, pathText, type PlainIssue } from '../../lambdas/core/errors/plain-issues.ts';
import { RunnerError } from '../runner-error.ts';

/** A boolean in a template, which can also be written as a string. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Condition: z.string().optional(),
});

/** The parts of a CloudFormation template that the runner uses. */
export const templateSchema = z.object({
  Resources: z.record(z.string(), resource),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown() })).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

export type Template = z.infer<typeof templateSchema>;
export type TemplateResource = z.infer<typeof resource>;

/**
 * Validates a template.
 * @throws RunnerError if `value` is not a template
 */
export function parseTemplate(value: unknown, name: string): Template {
  const parsed = checkPlainly(templateSchema, value);
  if (!parsed.success)
    throw new RunnerError(`${name} is not a CloudFormation template: ${oneLine(parsed.issues)}`);
  return parsed.data;
}

/** Formats validation issues as one line: `Properties.Timeout: must be a number, for example 3; …`. */
export function oneLine(issues: readonly PlainIssue[]): string {
  return issues.map(({ path, message }) => `${pathText(path) || 'value'}: ${message}`).join('; ');
}
