/** Reads the stage's settings for the commands `doctor` and `deploy`. */
import { InvalidArgumentError, type Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readSettingsFile } from '../../lib/settings/settings-file.ts';
import { settingsInContext } from '../../lib/settings/settings-in-context.ts';
import { settingsOf, type StageSettings } from '../../lib/settings/stage-settings.ts';
import { stackNameOf, type StackOptions } from '../deployed-stack.ts';
import { awsCaller } from './caller.ts';
import type { Target } from './finding.ts';

export interface StageOptions extends StackOptions {
  /** CDK context values from `-c`, by name. */
  readonly context?: Readonly<Record<string, string>>;
}

/** Adds the options that select a stage and its settings. */
export function withStageOptions(command: Command): Command {
  return command
    .option('--stage <stage>', 'Stage to deploy, which is a section of svc.json', 'prod')
    .option('--stack <stack>', 'Your own stack that contains the service')
    .option(
      '-c, --context <name=value>',
      'Setting that takes precedence over svc.json, for example svc:tracing=true',
      contextPair,
    );
}

/** @throws InvalidArgumentError */
function contextPair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Must be a name and a value, for example svc:tracing=true.');
  return { ...before, [name]: value };
}

/**
 * Reads the stage's settings as the CDK app does: from `svc.json`, `cdk.json` and `-c`.
 * @throws WrongSetting
 */
export function settingsOfStage({ stage, context }: StageOptions, folder: string): StageSettings {
  const given = { ...cdkContext(folder), ...context, 'svc:stage': stage };
  return settingsOf(settingsInContext(given), readSettingsFile(folder));
}

/**
 * Returns the stage's settings, the operator's identity, and the account and region to deploy to.
 * @param folder folder of the CDK app
 * @throws WrongSetting if the stage's settings are invalid
 * @throws NoAwsAccess
 */
export async function targetOf(options: StageOptions, folder: string): Promise<Target> {
  const settings = settingsOfStage(options, folder);
  const knowsSettings = options.stack === undefined || readSettingsFile(folder) !== undefined;
  const { account, region, arn } = await awsCaller();
  const context = { ...cdkContext(folder), ...options.context };
  const qualifier = z.string().default('hnb659fds').parse(context['@aws-cdk/core:bootstrapQualifier']);
  return {
    settings,
    knowsSettings,
    account,
    region,
    caller: arn,
    stackName: stackNameOf(options),
    qualifier,
  };
}

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()).default({}) });

function cdkContext(folder: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(join(folder, 'cdk.json'), 'utf8');
  } catch {
    return {};
  }
  return cdkJson.parse(JSON.parse(text)).context;
}
