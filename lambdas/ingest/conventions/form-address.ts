/**
 * Determines the form and convention from a request's path. In addition to `/v1/f/{slug}`, supports the paths
 * that other backends' clients use. Each of these paths implies one convention.
 */
import {
  ACCESS_KEY_FIELD,
  conventionNames,
  conventionOf,
  type ConventionAddress,
  type ConventionName,
} from '../../forms/conventions/convention.ts';
import { ValidationFailed } from '../../core/errors/errors.ts';
import type { IngestForm } from '../../forms/form.ts';
import { findPostedField } from '../../http/body/posted-field.ts';
import type { EncodedBody } from '../../http/body/read-form.ts';

const SUFFIX = '.json';

/** The part of a request's path that identifies the form. */
export interface FormAddress {
  /** The form's slug or its id. */
  readonly slug: string;
  /**
   * Convention that a form must use to be reached through this path. Undefined for the path that works for
   * all forms.
   */
  readonly convention: ConventionName | undefined;
}

/**
 * Returns the form and convention that a request's path identifies.
 * @param slug slug or id from the path, or undefined if the path contains neither
 * @throws ValidationFailed if a body field must name the form but doesn't
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

/** Returns true if the form can be reached through this path. */
export function hasAddress(form: Pick<IngestForm, 'conventions'>, { convention }: FormAddress): boolean {
  return convention === undefined || form.conventions === convention;
}

/** Returns the convention that uses this path, or undefined if the path works for all forms. */
export function conventionOfPath(rawPath: string): ConventionName | undefined {
  const address = addressOf(rawPath);
  return address && withAddress(address);
}

/** Returns true if this path always responds with JSON, even if a browser submits the form directly. */
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
