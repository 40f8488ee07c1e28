/** Defines the stage settings for alarms, the budget and the canary. */
import * as z from 'zod';

export const alarmSettings = {
  /** E-mail address for alarms. AWS sends a message to confirm the subscription. */
  alarmEmail: z.email('must be an e-mail address').optional(),
  /** ARN of an existing SNS topic for alarms. If absent, the stack creates a topic. */
  alarmTopicArn: z
    .string()
    .regex(/^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w-]{1,256}$/, 'must be the ARN of an SNS topic')
    .optional(),
  /**
   * Budget of the whole AWS account in USD per month. `alarmEmail` is notified at 80% and 100% of the budget,
   * and when the forecast exceeds it.
   */
  monthlyBudget: z.number().positive().max(1_000_000).optional(),
  /** URL of `docs/runbook.md`. Alarm descriptions link to it. */
  runbookUrl: z
    .string()
    .regex(/^[^\s#]{1,300}$/, 'must be a URL or path without # and spaces')
    .default('docs/runbook.md'),
  /**
   * Submits a canary form every few minutes and triggers an alarm if its webhook doesn't arrive. Defaults to
   * every five minutes on the `prod` stage and to `false` on other stages.
   */
  canary: z
    .union([z.literal(false), z.strictObject({ everyMinutes: z.int().min(1).max(60).default(5) })], {
      error: 'must be false or an object, for example {"everyMinutes": 5}',
    })
    .optional(),
};

type AlarmSettings = z.output<z.ZodObject<typeof alarmSettings>>;

/** Adds a validation issue if there is a budget but no e-mail address to notify. */
export function checkAlarms({ value, issues }: z.core.ParsePayload<AlarmSettings>): void {
  if (value.monthlyBudget === undefined || value.alarmEmail !== undefined) return;
  const message = 'needs "alarmEmail", which is notified';
  issues.push({ code: 'custom', path: ['monthlyBudget'], message, input: value });
}

/** Returns the canary's schedule, or false if the stage has no canary. */
export function canaryOf({
  canary,
  stage,
}: AlarmSettings & { readonly stage: string }): { readonly everyMinutes: number } | false {
  return canary ?? (stage === 'prod' ? { everyMinutes: 5 } : false);
}
