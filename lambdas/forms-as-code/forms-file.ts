/** Reads a forms file: the state that an account's forms and webhooks should have. */
import type * as z from 'zod';
import { checkPlainly } from '../core/errors/plain-issues.ts';
import type { formPatch } from '../forms/form.ts';
import { resolvedForm, resolvedWebhook } from './defaults.ts';
import { FileRefused, type Fault, type FilePath, type Place } from './file-fault.ts';
import { formsFile, settingsInFile, webhookInFile } from './file-schema.ts';
import { hasVariable, withVariables, type Environment } from './variables.ts';
import { readYaml, type YamlFile } from './yaml-file.ts';

/** Settings in the format that the API accepts. */
export type Members = Readonly<Record<string, unknown>>;

export interface DesiredWebhook {
  readonly name: string;
  readonly members: Members;
  /** The settings as the API parses them. */
  readonly settings: z.output<typeof webhookInFile>;
}

export interface DesiredForm {
  readonly slug: string;
  readonly members: Members;
  /** The settings as the API parses them. */
  readonly settings: Omit<z.output<typeof formPatch>, 'slug'>;
  /** Undefined if the file doesn't manage the form's webhooks. */
  readonly webhooks: readonly DesiredWebhook[] | undefined;
}

export interface Desired {
  /** Id of the only account that the file may be applied to. */
  readonly account?: string | undefined;
  /** Undefined if the file doesn't manage forms. */
  readonly forms: readonly DesiredForm[] | undefined;
  /** Webhooks for all forms. Undefined if the file doesn't manage them. */
  readonly webhooks: readonly DesiredWebhook[] | undefined;
}

export interface FormsFile {
  readonly desired: Desired;
  readonly placeOf: (path: FilePath, ofKey: boolean) => Place;
  /** If the value at this path contains variables, returns it as written in the file. */
  readonly writtenWithVariables: (path: FilePath) => unknown;
  /** Values of variables. Never print them. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * Reads a forms file.
 * @throws FileRefused if the file is invalid; every fault has a position
 */
export const readFormsFile = (text: string, environment: Environment): FormsFile =>
  formsFileFrom(readYaml(text), environment);

/**
 * Checks the content of a forms file.
 * @throws FileRefused if the file is invalid; every fault has a position
 */
export function formsFileFrom({ value: written, placeOf }: YamlFile, environment: Environment): FormsFile {
  const refuse = (faults: readonly Fault[]): never => {
    throw new FileRefused(
      faults.map((fault) => ({ place: placeOf(fault.path, fault.ofKey ?? false), ...fault })),
    );
  };
  const { value, secrets, faults } = withVariables(written, environment);
  if (faults.length > 0) refuse(faults);
  const resolved = withoutNulls(value);
  const checked = checkPlainly(formsFile, resolved);
  if (!checked.success)
    return refuse(
      checked.issues.map(({ path, message, unknown }) => ({
        path: path.map((part) => (typeof part === 'number' ? part : String(part))),
        message,
        ...(unknown && { ofKey: true }),
      })),
    );
  return {
    desired: desiredOf(resolved as Content),
    placeOf,
    secrets,
    writtenWithVariables: (path) => {
      const found = path.reduce<unknown>(
        (of, part) => (typeof of === 'object' && of !== null ? (of as Members)[part] : undefined),
        written,
      );
      return includesVariable(found) ? found : undefined;
    },
  };
}

function includesVariable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return hasVariable(value);
  return Object.values(value).some(includesVariable);
}

/** The content of a file that matches the schema. */
interface Content {
  readonly account?: string;
  readonly forms?: Readonly<Record<string, Members & { readonly webhooks?: Webhooks }>>;
  readonly webhooks?: Webhooks;
}
type Webhooks = Readonly<Record<string, Members>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies the function to each value of an object. Returns all other values unchanged. */
function mapValues(of: unknown, map: (value: unknown) => unknown): unknown {
  if (!isObject(of)) return of;
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]));
}

const webhooksWithoutNulls = (of: unknown): unknown =>
  mapValues(of, (webhook) => (isObject(webhook) ? resolvedWebhook(webhook) : webhook));

/** Replaces nulls that the API doesn't accept with the default values. */
function withoutNulls(content: unknown): unknown {
  if (!isObject(content)) return content;
  const { forms, webhooks, ...rest } = content;
  return {
    ...rest,
    ...('forms' in content && {
      forms: mapValues(forms, (form) => {
        if (!isObject(form)) return form;
        const { webhooks: own, ...settings } = form;
        return {
          ...resolvedForm(settings),
          ...('webhooks' in form && { webhooks: webhooksWithoutNulls(own) }),
        };
      }),
    }),
    ...('webhooks' in content && { webhooks: webhooksWithoutNulls(webhooks) }),
  };
}

function desiredOf({ account, forms, webhooks }: Content): Desired {
  return {
    account,
    forms:
      forms &&
      Object.entries(forms).map(([slug, { webhooks: own, ...members }]) => ({
        slug,
        members,
        settings: settingsInFile.parse(members),
        webhooks: desiredWebhooks(own),
      })),
    webhooks: desiredWebhooks(webhooks),
  };
}

const desiredWebhooks = (of: Webhooks | undefined): DesiredWebhook[] | undefined =>
  of &&
  Object.entries(of).map(([name, members]) => ({ name, members, settings: webhookInFile.parse(members) }));
