/** Describes invalid stage settings: the setting, its value, the reason and a valid example. */
import { pathText, type PlainIssue } from '../../lambdas/core/errors/plain-issues.ts';

/** Thrown for unknown or invalid settings. The message has one line for each setting. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting' as const;
}

/** Maximum number of characters of a value to show. */
const LONGEST_VALUE = 80;
/** Matches settings with values that must not appear in CI logs. */
const SECRET = /secret|token|password/i;

/** The data needed to describe an issue to the user. */
export interface GivenSettings {
  readonly given: unknown;
  /** Returns a setting's name as the user wrote it. */
  readonly named: (setting: string) => string;
  /** A valid value of each setting. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** Describes an issue in one line. */
export function describeSetting(
  { path, message, unknown }: PlainIssue,
  { given, named, examples }: GivenSettings,
): string {
  const setting = `"${named(pathText(path))}"`;
  if (!unknown) {
    const reason = `Invalid setting ${setting}: ${message}.`;
    const sentences = [reason, valueOf(path, given), exampleFor(path, message, { named, examples })];
    return sentences.filter((sentence) => sentence !== '').join(' ');
  }
  const suggestion = unknown.suggestion ?? withoutPrefix(path, examples);
  if (suggestion === undefined)
    return `Unknown setting ${setting}. See "Stage settings" in docs/operating/settings.md.`;
  const prefix = named(pathText(path)).slice(0, -pathText(path).length);
  return `Unknown setting ${setting}. Did you mean "${prefix}${pathText([...path.slice(0, -1), suggestion])}"?`;
}

/** Returns the setting's name without the `svc:` prefix, if the name in `svc.json` has this prefix. */
function withoutPrefix(
  path: readonly PropertyKey[],
  examples: Readonly<Record<string, unknown>>,
): string | undefined {
  const [, name = ''] = /^svc:(.+)$/.exec(pathText(path)) ?? [];
  return name in examples ? name : undefined;
}

/** Returns a sentence with the value, unless it is absent, secret, a list or an object. */
function valueOf(path: readonly PropertyKey[], given: unknown): string {
  const value = path.reduce<unknown>(
    (within, name) => (isObject(within) ? within[name as keyof typeof within] : undefined),
    given,
  );
  if (value === undefined || isObject(value) || SECRET.test(pathText(path))) return '';
  const text = JSON.stringify(value);
  return `It is ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}.`;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns an example of the whole setting, unless the message contains a complete one. */
function exampleFor(
  path: readonly PropertyKey[],
  message: string,
  { named, examples }: Pick<GivenSettings, 'named' | 'examples'>,
): string {
  const member = String(path[0] ?? '');
  if (!(member in examples) || (message.includes('for example') && !message.includes('…'))) return '';
  const example = JSON.stringify(examples[member]);
  return `Example: "${named(member)}": ${example}`;
}
