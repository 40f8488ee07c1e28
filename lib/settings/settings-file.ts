/**
 * Reads `svc.json`, the committed file with the settings of all stages. Each stage is one section:
 * `{ "prod": { "mailSender": "Forms <forms@example.com>" }, "test": {} }`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closestName } from '../../lambdas/core/errors/closest-name.ts';
import { WrongSetting } from './setting-issues.ts';

export const SETTINGS_FILE = 'svc.json';
const EXAMPLE = '{ "prod": { "mailSender": "Forms <forms@example.com>" } }';

/** The settings of each stage, as written in the file. */
export type SettingsFile = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Reads the file in the folder. Returns undefined if there is none.
 * @throws WrongSetting if the file can't be read or isn't an object with one object per stage
 */
export function readSettingsFile(folder: string): SettingsFile | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, SETTINGS_FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new WrongSetting(`${SETTINGS_FILE} can't be read: ${String(error)}`, { cause: error });
  }
  return stagesIn(parsedJson(text));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WrongSetting(`${SETTINGS_FILE} is not valid JSON: ${reason}. Example: ${EXAMPLE}`, { cause });
  }
}

function stagesIn(content: unknown): SettingsFile {
  if (!isSection(content))
    throw new WrongSetting(
      `${SETTINGS_FILE} must be an object with one section per stage. Example: ${EXAMPLE}`,
    );
  const wrong = Object.entries(content).flatMap(([stage, section]) => {
    if (!isSection(section)) return `"${stage}" must be an object with the settings of this stage`;
    return 'stage' in section ? `"${stage}.stage" is not needed: the section's name is the stage` : [];
  });
  if (wrong.length > 0)
    throw new WrongSetting(wrong.map((line) => `${SETTINGS_FILE}: ${line}. Example: ${EXAMPLE}`).join('\n'));
  return content as SettingsFile;
}

const isSection = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the settings of the stage. Rejects a stage without a section, because a deployment without its
 * settings would remove resources.
 * @throws WrongSetting if the file has no such section
 */
export function sectionOf(file: SettingsFile, stage: string): Readonly<Record<string, unknown>> {
  const stages = Object.keys(file);
  const section = Object.hasOwn(file, stage) ? file[stage] : undefined;
  if (section !== undefined) return section;
  const suggestion = closestName(stage, stages);
  throw new WrongSetting(
    `${SETTINGS_FILE} has no stage "${stage}". ` +
      (suggestion === undefined ? '' : `Did you mean "${suggestion}"? `) +
      `The file has ${stages.map((each) => `"${each}"`).join(' and ')}. To add the stage, add "${stage}": {}.`,
  );
}

/** Returns the stage name from the settings in the CDK context. */
export const stageIn = ({ stage }: Readonly<Record<string, unknown>>): string =>
  typeof stage === 'string' ? stage : 'prod';

/**
 * Returns a line with the names of settings that come from sources other than the file and take precedence
 * over it. Returns undefined if there are none. Omits the values, because they may be secret.
 * @param given settings from context, without the `svc:` prefix
 */
export function settingsBeside(
  file: SettingsFile,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const stage = stageIn(given);
  const section = sectionOf(file, stage);
  const names = Object.keys(given).filter((name) => name !== 'stage');
  if (names.length === 0) return undefined;
  const list = names.map(
    (name) => `svc:${name} (${name in section ? 'replaces the value in' : 'not in'} ${SETTINGS_FILE})`,
  );
  return `Settings for stage "${stage}" from -c or cdk.json: ${list.join(', ')}`;
}
