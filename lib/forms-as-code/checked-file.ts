/** Checks a forms file during synthesis, so that mistakes are found before the deployment. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  faultLines,
  FileRefused,
  type Fault,
  type FilePath,
} from '../../lambdas/forms-as-code/file-fault.ts';
import { formsFileFrom } from '../../lambdas/forms-as-code/forms-file.ts';
import { hasVariable, withVariables } from '../../lambdas/forms-as-code/variables.ts';
import { readYaml } from '../../lambdas/forms-as-code/yaml-file.ts';

interface Variables {
  readonly known: Readonly<Record<string, string>>;
  /** Names of the variables that only get their values during the deployment. */
  readonly unknown: readonly string[];
}

/**
 * Checks everything except the values that are only known during the deployment.
 * @returns a hash of the file
 * @throws Error that lists each mistake with its line and column
 */
export function checkedFile(path: string, { known, unknown }: Variables): string {
  const text = readFileSync(path, 'utf8');
  const valueOf = (name: string): string | undefined => (unknown.includes(name) ? 'unknown' : known[name]);
  let yaml: ReturnType<typeof readYaml> | undefined;
  try {
    yaml = readYaml(text);
    const { faults } = withVariables(yaml.value, valueOf);
    if (faults.length > 0) throw new FileRefused(faults);
    formsFileFrom(yaml, valueOf);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const isKnown = ({ path: at, message }: Fault): boolean =>
      !hasVariable(valueAt(yaml?.value, at)) || /environment variable|\$\{/.test(message);
    const faults = error.faults.filter(isKnown);
    if (faults.length > 0)
      throw new Error(
        faultLines(faults, path, (at, ofKey) => yaml?.placeOf(at, ofKey) ?? { line: 1, column: 1 }).join(
          '\n',
        ),
        { cause: error },
      );
  }
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

const valueAt = (value: unknown, path: FilePath): unknown =>
  path.reduce<unknown>(
    (of, part) =>
      typeof of === 'object' && of !== null ? (of as Readonly<Record<string, unknown>>)[part] : undefined,
    value,
  );
