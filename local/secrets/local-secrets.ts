/** Stores the local values of secrets and parameters in `secrets.json` in the runner's folder. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { checkPlainly } from '../../lambdas/core/errors/plain-issues.ts';
import { RunnerError } from '../runner-error.ts';
import type { RunnerFolder } from '../runner-folder.ts';
import type { Stack } from '../template/stack.ts';
import { oneLine } from '../template/template.ts';

const FILE = 'secrets.json';

const stored = z.object({
  value: z.string().min(1),
  stored_at: z.iso.datetime(),
  /** True if the secret was generated for the template. */
  generated: z.boolean().default(false),
});
const secretsFile = z.record(
  z.string(),
  // Also accept a string instead of an object, so that users can add a secret by specifying only its value.
  z.union([
    z
      .string()
      .min(1)
      .transform((value) => ({ value, stored_at: new Date().toISOString() })),
    stored,
  ]),
);
type StoredSecret = z.input<typeof stored>;

/** The values of secrets and parameters by ARN. */
export class LocalSecrets {
  readonly #folder: RunnerFolder;
  readonly #secrets: Map<string, StoredSecret>;

  /** @throws RunnerError if the file doesn't have the right format */
  constructor(folder: RunnerFolder) {
    this.#folder = folder;
    this.#secrets = new Map(Object.entries(readFile(folder.file(FILE))));
  }

  /**
   * Generates the template's new secrets, and deletes generated secrets that are no longer in the template.
   * Keeps secrets that users added.
   */
  update(stack: Stack): void {
    const arns = stack.resources(['AWS::SecretsManager::Secret'], z.object({})).map(({ ref }) => ref);
    const before = [...this.#secrets.keys()].join();
    for (const [arn, { generated }] of this.#secrets)
      if (generated === true && !arns.includes(arn)) this.#secrets.delete(arn);
    for (const arn of arns) {
      if (this.#secrets.has(arn)) continue;
      const value = randomBytes(32).toString('hex');
      this.#secrets.set(arn, { value, stored_at: new Date().toISOString(), generated: true });
    }
    if ([...this.#secrets.keys()].join() !== before)
      this.#folder.writeJson(FILE, Object.fromEntries(this.#secrets));
  }

  find(arn: string): StoredSecret | undefined {
    return this.#secrets.get(arn);
  }

  /**
   * Returns the value of a secret that the template refers to.
   * @throws RunnerError if the secret doesn't exist
   */
  valueOf(arn: string, where: string): string {
    const secret = this.#secrets.get(arn);
    if (secret) return secret.value;
    throw new RunnerError(`${where} refers to ${arn}; add it with its value to ${this.#folder.file(FILE)}`);
  }
}

function readFile(file: string): Record<string, StoredSecret> {
  if (!existsSync(file)) return {};
  const parsed = checkPlainly(secretsFile, jsonIn(file));
  if (parsed.success) return parsed.data;
  throw new RunnerError(`${file} has the wrong format: ${oneLine(parsed.issues)}`);
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    // Don't include the original error message, because it would contain part of the file.
    throw new RunnerError(`${file} is not JSON`);
  }
}
