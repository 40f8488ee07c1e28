/**
 * Checks a presigned POST's policy, which limits what a browser may upload, as S3 does
 * (docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { signingKey } from './presigned-signature.ts';

const policy = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
});

/** The error code and message that S3 returns when it rejects a request. */
export interface Refusal {
  readonly code: 'AccessDenied' | 'SignatureDoesNotMatch' | 'InvalidPolicyDocument';
  readonly message: string;
}

/** Permitted file sizes, in bytes. */
export interface SizeRange {
  readonly least: number;
  readonly most: number;
}

export interface PostedFields {
  readonly bucket: string;
  /** The form fields that precede the file, by lowercase name. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Matches fields that a policy doesn't need to list. */
const FREE = /^(?:policy|x-amz-signature|file|x-ignore-.*)$/;

/** Returns the reason for rejecting a form upload, or the permitted file sizes. */
export function checkPost(
  { bucket, fields }: PostedFields,
  now: number,
): { readonly refusal: Refusal } | { readonly range: SizeRange } {
  const encoded = fields.get('policy');
  // The stack's buckets are private, so unsigned uploads are rejected.
  if (encoded === undefined) return refuse('AccessDenied', 'Access Denied');
  if (!isSignedRight(encoded, fields))
    return refuse('SignatureDoesNotMatch', 'The request signature does not match the one that was sent.');
  const read = policy.safeParse(jsonOf(encoded));
  if (!read.success) return refuse('InvalidPolicyDocument', 'Invalid Policy: unexpected format.');
  const { expiration, conditions } = read.data;
  if (Date.parse(expiration) <= now) return invalid('Policy expired.');
  const given = new Map([...fields, ['bucket', bucket]]);
  let range: SizeRange = { least: 0, most: Infinity };
  const named = new Set<string>();
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      range = { least: condition[1], most: condition[2] };
      continue;
    }
    const [operator, name, value] = Array.isArray(condition)
      ? [condition[0], condition[1].slice(1), condition[2]]
      : (['eq', ...(Object.entries(condition)[0] ?? ['', ''])] as const);
    named.add(name.toLowerCase());
    const sent = given.get(name.toLowerCase()) ?? '';
    if (operator === 'eq' ? sent !== value : !sent.startsWith(value))
      return invalid(`Policy Condition failed: ["${operator}", "$${name}", "${value}"]`);
  }
  const extra = [...fields.keys()].find((name) => !named.has(name) && !FREE.test(name));
  return extra === undefined ? { range } : invalid(`Extra input fields: ${extra}`);
}

const refuse = (code: Refusal['code'], message: string): { refusal: Refusal } => ({
  refusal: { code, message },
});
const invalid = (message: string): { refusal: Refusal } =>
  refuse('AccessDenied', `Invalid according to Policy: ${message}`);

function isSignedRight(encoded: string, fields: ReadonlyMap<string, string>): boolean {
  const [, ...scope] = (fields.get('x-amz-credential') ?? '').split('/');
  const right = createHmac('sha256', signingKey(scope)).update(encoded).digest();
  const sent = Buffer.from(fields.get('x-amz-signature') ?? '', 'hex');
  return sent.length === right.length && timingSafeEqual(sent, right);
}

function jsonOf(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64').toString());
  } catch {
    return undefined;
  }
}
