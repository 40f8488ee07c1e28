/**
 * Applies a forms file during a deployment. CloudFormation invokes this function for the custom resource of
 * the construct `FormsAsCode`. The file is packaged with the function's code. A rollback therefore restores
 * the previous file and applies it.
 */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { answer, requestWith, type Result } from '../aws/custom-resource-client.ts';
import { readSecret, type ReadSecret } from '../aws/secret.ts';
import { applyPlan, planForChange, type PlanForState } from './apply-file.ts';
import { faultLines, FileRefused } from './file-fault.ts';
import type { FormsApi } from './forms-api.ts';
import { formsApiClient, type FormsApiConfig } from './forms-api-client.ts';
import { readFormsFile, type FormsFile } from './forms-file.ts';
import { hideSecrets } from './hidden-secrets.ts';

/** Name of the file next to the function's code. */
const FILE = 'forms.yaml';
const USER_AGENT = 'svc-forms-cdk';

const properties = z.object({
  /** Base URL of the service. */
  Url: z.url(),
  /** ARN of the secret that contains a management key with the scopes `read` and `write`. */
  KeyArn: z.string(),
  Variables: z.record(z.string(), z.string()),
  /** ARNs of the secrets that contain the variables' values, by variable name. */
  Secrets: z.record(z.string(), z.string()),
  /** Names of forms and webhooks that may be deleted. `*` allows all. */
  AllowDelete: z.array(z.string()),
});
const request = requestWith(properties, z.unknown());

interface Deps {
  readonly readFile: () => Promise<string>;
  readonly readSecret: ReadSecret;
  readonly connect: (config: FormsApiConfig) => FormsApi;
}

/**
 * Creates the function that handles CloudFormation's requests:
 *
 * - Create and Update: applies the file. A repeated request only makes the changes that are still missing.
 * - Delete: keeps all forms and webhooks, because forms contain submissions.
 */
export function applyFormsFile({ readFile: read, readSecret: secretOf, connect }: Deps) {
  async function apply({ Url, KeyArn, Variables, Secrets, AllowDelete }: z.infer<typeof properties>) {
    const variables = new Map(Object.entries(Variables));
    for (const [name, arn] of Object.entries(Secrets)) variables.set(name, (await secretOf(arn)).value);
    const { value: key } = await secretOf(KeyArn);
    let file: FormsFile | undefined;
    try {
      file = readFormsFile(await read(), (name) => variables.get(name));
      const api = connect({ baseUrl: Url, key, userAgent: USER_AGENT });
      const allowDelete = AllowDelete.includes('*') ? 'all' : AllowDelete;
      const plan = await planForChange(file.desired, api, { allowDelete });
      await applyPlan(plan, api);
      return { data: countsOf(plan) };
    } catch (error) {
      // Don't throw the original error, because it would be logged and could contain a secret.
      throw new Error(hideSecrets(new Set([key, ...(file?.secrets ?? [])]))(failureText(error, file)));
    }
  }

  return (event: unknown): Promise<void> =>
    answer(
      event,
      () => 'forms',
      async (): Promise<Result> => {
        const parsed = request.parse(event);
        return parsed.RequestType === 'Delete' ? { data: {} } : apply(parsed.ResourceProperties);
      },
    );
}

function failureText(error: unknown, file: FormsFile | undefined): string {
  if (!(error instanceof FileRefused)) return error instanceof Error ? error.message : String(error);
  return faultLines(
    error.faults,
    FILE,
    (at, ofKey) => file?.placeOf(at, ofKey) ?? { line: 1, column: 1 },
  ).join('\n');
}

const countsOf = ({ steps }: PlanForState): Record<string, string> => {
  const count = (action: string): string => String(steps.filter((step) => step.action === action).length);
  return { Created: count('create'), Changed: count('update'), Deleted: count('delete') };
};

export const handler = applyFormsFile({
  readFile: () => readFile(new URL(FILE, import.meta.url), 'utf8'),
  readSecret,
  connect: formsApiClient,
});
