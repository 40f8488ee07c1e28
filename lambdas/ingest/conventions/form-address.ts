/**
 * Determines the form that a request is for, and the convention of its path. In addition to `/v1/f/{slug}`,
 * there are the paths that clients of other backends use, each with a single convention.
 */
import {
  ACCESS_KEY_FIELD,
  conventionNames,
  conventionOf,
  type ConventionAddress,
  type ConventionName,
} from '../../forms/conventions/convention.ts';
import { ValidationFailed } from '../../core/errors.ts';
import type { IngestForm } from '../../forms/form.ts';
import { findPostedField } from '../../http/body/posted-field.ts';
import type { EncodedBody } from '../../http/body/read-form.ts';

const SUFFIX = '.json';

/** The part of a request's path that identifies the form. */
export interface FormAddress {
  /** The form's slug or its id. */
  readonly slug: string;
  /**
   * Forms with other conventions can't be reached under this path. Undefined for the path that works for all
   * forms.
   */
  readonly convention: ConventionName | undefined;
}

/**
 * @param slug as in the path; undefined for an address without one
 * @throws ValidationFailed when the post must name its form but doesn't
 */
export async function formAddressOf(
  rawPath: string,
  slug: string | undefined,
  body: EncodedBody,
): Promise<FormAddress> {
  const convention = conventionOfPath(rawPath);
  if (slug !== undefined)
    return { slug: convention === withAddress('json') ? slug.slice(0, -SUFFIX.length) : slug, convention };
  const named = await findPostedField(body, ACCESS_KEY_FIELD);
  if (named === undefined) throw new ValidationFailed([{ path: ACCESS_KEY_FIELD, message: 'is required' }]);
  return { slug: named, convention };
}

/** Whether the form can be reached under this path. */
export function hasAddress(form: Pick<IngestForm, 'conventions'>, { convention }: FormAddress): boolean {
  return convention === undefined || form.conventions === convention;
}

/** Returns the convention whose clients alone use this path; undefined for a path that all forms have. */
export function conventionOfPath(rawPath: string): ConventionName | undefined {
  const address = addressOf(rawPath);
  return address && withAddress(address);
}

/** Whether responses at this path are JSON for every client, including browsers that navigate. */
export function isForPrograms(rawPath: string): boolean {
  const address = addressOf(rawPath);
  return address === 'json' || address === 'ajax';
}

function addressOf(rawPath: string): ConventionAddress | undefined {
  if (rawPath.startsWith('/v1/p/')) return 'project';
  if (rawPath.startsWith('/v1/ajax/')) return 'ajax';
  if (/^\/v1\/submit\/?$/.test(rawPath)) return 'submit';
  return /^\/v1\/f\/[^/]+\.json\/?$/.test(rawPath) ? 'json' : undefined;
}

function withAddress(address: ConventionAddress): ConventionName | undefined {
  return conventionNames.find((name) => conventionOf(name)?.address === address);
}
