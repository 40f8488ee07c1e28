/** Defines the steps that change an account's forms and webhooks, as `diff` returns them. */
import type { FilePath } from './file-fault.ts';
import type { Members } from './forms-file.ts';

/** A setting that a step changes. */
export interface Change {
  /** Path within the form or webhook, for example `thank_you.heading`. */
  readonly path: FilePath;
  /** Undefined for a new form or webhook, and for a secret. */
  readonly from?: unknown;
  /** Undefined for a secret. */
  readonly to?: unknown;
  /** True if the value is a secret. */
  readonly isSecret?: true;
}

interface StepOf {
  /** Name for `--allow-delete`: `contact`, `contact.webhooks.crm` or `webhooks.archive`. */
  readonly target: string;
  /** Slug of the form, or of the webhook's form. Undefined for an account-wide webhook. */
  readonly slug?: string;
  /** Name of the webhook. Undefined for a form. */
  readonly webhook?: string;
}

export interface CreateStep extends StepOf {
  readonly action: 'create';
  readonly body: Members;
  /** A change to make after the webhook, or after the form and its webhooks, have been created. */
  readonly then?: Members;
  readonly changes: readonly Change[];
}

export interface UpdateStep extends StepOf {
  readonly action: 'update';
  readonly id: string;
  readonly etag: string | undefined;
  readonly body: Members;
  readonly changes: readonly Change[];
}

export interface DeleteStep extends StepOf {
  readonly action: 'delete';
  readonly id: string;
  readonly etag: string | undefined;
}

export type Step = CreateStep | UpdateStep | DeleteStep;

/** Returns the name that options and messages use for a form or webhook. */
export function targetOf(slug: string | undefined, webhook?: string): string {
  if (webhook === undefined) return slug ?? '';
  return slug === undefined ? `webhooks.${webhook}` : `${slug}.webhooks.${webhook}`;
}

/** Returns the path of a form or webhook in the file. */
export function pathOf({ slug, webhook }: Pick<StepOf, 'slug' | 'webhook'>): FilePath {
  return [
    ...(slug === undefined ? [] : ['forms', slug]),
    ...(webhook === undefined ? [] : ['webhooks', webhook]),
  ];
}
