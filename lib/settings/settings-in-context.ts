/** Reads stage settings from CDK context (`-c svc:…` and `cdk.json`) and merges them with `svc.json`. */
import * as z from 'zod';
import { sectionOf, stageIn, type SettingsFile } from './settings-file.ts';

const PREFIX = 'svc:';

/** CDK context for the first deployment, which isn't a stage setting (`data-protection.ts`). */
export const FIRST_DEPLOY = `${PREFIX}firstDeploy`;

/**
 * Returns the stage settings in CDK context, without their prefix. Values from the command line are parsed,
 * because `-c` passes all values as text.
 */
export function settingsInContext(context: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(z.record(z.string(), z.unknown()).parse(context))
      .filter(([name]) => name.startsWith(PREFIX) && name !== FIRST_DEPLOY)
      .map(([name, value]) => [name.slice(PREFIX.length), fromCommandLine(value)]),
  );
}

function fromCommandLine(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * Adds the settings of the stage in `svc.json`. Settings from context take precedence.
 * @param given settings from context, without their prefix
 * @returns the values, and a function that returns a setting's name as the user wrote it
 * @throws WrongSetting if the file has no section for the stage
 */
export function withFile(
  given: Readonly<Record<string, unknown>>,
  file: SettingsFile | undefined,
): { readonly values: Record<string, unknown>; readonly named: (setting: string) => string } {
  const prefixed = (setting: string): string => `${PREFIX}${setting}`;
  if (file === undefined) return { values: given, named: prefixed };
  const stage = stageIn(given);
  return {
    values: { stage, ...sectionOf(file, stage), ...given },
    named: (setting) => ((setting.split('.')[0] ?? '') in given ? prefixed(setting) : setting),
  };
}
