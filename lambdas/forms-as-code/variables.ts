/**
 * Replaces `${NAME}` and `${NAME:-default}` in a forms file with values from the environment. Variables are
 * only allowed in secrets, headers, URLs and addresses.
 */
import type { Fault, FilePath } from './file-fault.ts';

/** Returns the value of a variable, or undefined if it isn't set. */
export type Environment = (name: string) => string | undefined;

export interface Substituted {
  /** The file's content with variables replaced by their values. */
  readonly value: unknown;
  /** Values of variables. Never print them. */
  readonly secrets: ReadonlySet<string>;
  readonly faults: readonly Fault[];
}

/** Properties that can contain variables: secrets, URLs and addresses. */
const ALLOWED_NAME = /(?:^|_)(?:secret|url|link|origins?|emails|address|reply_to)$/;
const VARIABLE = /\$\$\{|\$\{([^}]*)(\}?)/g;
const CONTENT = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([^]*))?$/;

/** Returns true if the value at this path can contain variables. */
export function mayHaveVariables(path: FilePath): boolean {
  const names = path.filter((part) => typeof part === 'string');
  const isHeader = names.at(-2) === 'headers' && names.at(-4) === 'webhooks';
  return isHeader || ALLOWED_NAME.test(names.at(-1) ?? '');
}

/**
 * Replaces the variables. `$${` is an escaped `${`. An empty variable counts as missing, because CI systems
 * pass an unset secret as an empty string.
 */
export function withVariables(value: unknown, environment: Environment): Substituted {
  const faults: Fault[] = [];
  const secrets = new Set<string>();

  function textAt(text: string, path: FilePath): string {
    return text.replace(VARIABLE, (whole, content: string | undefined, end: string) => {
      if (whole === '$${') return '${';
      const [, name, otherwise] = CONTENT.exec(content ?? '') ?? [];
      const refuse = (message: string): string => {
        faults.push({ path, message });
        return whole;
      };
      if (!mayHaveVariables(path))
        return refuse(
          'can\'t contain ${…}, which is only available in secrets, headers, URLs and addresses; write "$${" for the text "${"',
        );
      if (name === undefined || end === '' || otherwise?.includes('${'))
        return refuse('must name a variable as ${NAME} or ${NAME:-default}; write "$${" for the text "${"');
      const found = environment(name);
      if (found !== undefined && found !== '') {
        secrets.add(found);
        return found;
      }
      return otherwise ?? refuse(`needs the environment variable ${name}, which is not set`);
    });
  }

  function replaced(of: unknown, path: FilePath): unknown {
    if (typeof of === 'string') return textAt(of, path);
    if (Array.isArray(of)) return of.map((item, index) => replaced(item, [...path, index]));
    if (typeof of !== 'object' || of === null) return of;
    return Object.fromEntries(
      Object.entries(of).map(([name, member]) => {
        if (name.includes('${'))
          faults.push({ path: [...path, name], message: "can't contain ${…} in its name", ofKey: true });
        return [name, replaced(member, [...path, name])];
      }),
    );
  }
  return { value: replaced(value, []), secrets, faults };
}

/** Escapes a string so that it contains no variables. */
export const withoutVariables = (text: string): string => text.replaceAll('${', '$${');

/** Returns true if the string contains a variable. */
export const hasVariable = (text: unknown): boolean =>
  typeof text === 'string' && /\$\{/.test(text.replaceAll('$${', ''));
