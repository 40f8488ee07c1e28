/**
 * Defines apps, the OAuth clients that members authorize for their account (docs/specification.md, "Apps").
 * An app belongs to one account, or to the installation, which makes it available to all accounts. Apps that
 * can keep a secret are `confidential`. Apps that run in a browser or on the user's machine are `public` and
 * have no secret.
 *
 * Deleting an app's row also disables all of its connections, because every check of a token or code reads
 * that row.
 */
import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { hasValidChecksum, newSecret, secretHash } from '../auth/checksummed-secret.ts';
import { HOUR, timestamp } from '../core/clock.ts';
import { newAppId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { displayName } from '../core/text/display-name.ts';
import { logoAddress } from '../core/text/web-address.ts';
import { checkRedirectUri } from './redirect-uri.ts';

/** Time during which both the old and the new secret are accepted after a rotation, in milliseconds. */
export const APP_SECRET_OVERLAP = 24 * HOUR;
/** Maximum number of redirect URIs per app. */
const MAX_REDIRECT_URIS = 20;
/** Prefix that lets secret scanners recognize leaked app secrets. */
const SECRET_PREFIX = 'svc_app_';

export const appTypes = ['confidential', 'public'] as const;

/** Hash of an app secret. `expires_at` is only set for the previous secret after a rotation. */
const appSecret = z.object({ hash: z.string(), expires_at: z.string().optional() });

/** Schema of a stored app. */
export const app = z.object({
  /** An account id or `INSTALLATION`. */
  owner: z.string(),
  client_id: z.string(),
  name: z.string(),
  logo_url: z.string().optional(),
  redirect_uris: z.array(z.string()),
  type: z.enum(appTypes),
  /** Up to two secrets, the current one first. Public apps have none. */
  secrets: z.array(appSecret),
  created_at: z.string(),
  updated_at: z.string(),
  /** Number of times the app has changed since its creation. */
  version: z.int(),
});
export type App = z.infer<typeof app>;

const redirectUri = z.string().superRefine((text, context) => {
  const check = checkRedirectUri(text);
  if (!check.ok) context.addIssue({ code: 'custom', message: check.reason });
});

const settable = {
  name: displayName(100).describe('Name shown on the page that asks people whether to authorize the app.'),
  logo_url: logoAddress.nullable().describe('HTTPS URL of a logo; null for none.'),
  redirect_uris: z
    .array(redirectUri)
    .min(1)
    .max(MAX_REDIRECT_URIS)
    .refine((all) => new Set(all).size === all.length, { error: 'must not contain a URL twice' })
    .describe(
      'Where people may be redirected after authorization: https, or http on 127.0.0.1, [::1] or localhost with any port. URIs are compared character by character, except for the port on the local machine.',
    ),
};

/** Body of `POST /v1/oauth-clients`. */
export const appInput = z.strictObject({
  ...settable,
  logo_url: settable.logo_url.optional(),
  type: z
    .enum(appTypes)
    .describe(
      "`confidential` for an app that keeps its secret on a server, `public` for an app without a secret that runs in a browser or on the user's own machine. It can't be changed later.",
    ),
});
export type AppInput = z.output<typeof appInput>;

/** Body of `PATCH /v1/oauth-clients/{id}`. */
export const appPatch = z.strictObject(settable).partial();
export type AppPatch = z.output<typeof appPatch>;

/** Representation of an app in the management API. */
export const appView = z.object({
  id: z.string().describe('Client ID of the app.'),
  name: z.string(),
  logo_url: z.string().nullable(),
  redirect_uris: z.array(z.string()),
  type: z.enum(appTypes),
  previous_secret_expires_at: z
    .string()
    .nullable()
    .describe('When the previous secret expires after a rotation; null if there is none.'),
  created_at: z.string(),
  updated_at: z.string(),
});
export type AppView = z.infer<typeof appView>;

/** Response to creating a confidential app or rotating its secret. No other response contains the secret. */
export const appViewWithSecret = appView.extend({ secret: z.string() });
/** Response to creating an app. Public apps have no secret. */
export const createdAppView = appView.extend({ secret: z.string().optional() });

/**
 * Creates an app.
 * @param owner an account id or `INSTALLATION`
 * @param at milliseconds since the epoch
 * @returns the stored app and, for a confidential app, its secret, which is shown only once
 */
export function newApp(
  owner: string,
  { name, logo_url, redirect_uris, type }: AppInput,
  at: number,
  random: RandomBytes,
): { secret?: string; stored: App } {
  const secret = type === 'confidential' ? newAppSecret(random) : undefined;
  const stored: App = {
    owner,
    client_id: newAppId(owner, at, random),
    name,
    ...(typeof logo_url === 'string' && { logo_url }),
    redirect_uris,
    type,
    secrets: secret === undefined ? [] : [{ hash: secretHash(secret) }],
    created_at: timestamp(at),
    updated_at: timestamp(at),
    version: 0,
  };
  return { stored, ...(secret !== undefined && { secret }) };
}

/** Applies the changes to an app and returns the result. */
export function changedApp(before: App, { name, logo_url, redirect_uris }: AppPatch, at: number): App {
  const { logo_url: oldLogo, ...rest } = before;
  const newLogo = logo_url === undefined ? oldLogo : (logo_url ?? undefined);
  return {
    ...rest,
    ...(name !== undefined && { name }),
    ...(newLogo !== undefined && { logo_url: newLogo }),
    ...(redirect_uris && { redirect_uris }),
    updated_at: timestamp(at),
    version: before.version + 1,
  };
}

/**
 * Adds a new secret to an app and returns the result. The previous secret is accepted for another 24 hours.
 * Any older secret is removed immediately, so rotating twice disables a leaked secret.
 */
export function rotatedApp(before: App, secret: string, at: number): App {
  const [present] = before.secrets;
  const secrets = [
    { hash: secretHash(secret) },
    ...(present ? [{ hash: present.hash, expires_at: timestamp(at + APP_SECRET_OVERLAP) }] : []),
  ];
  return { ...before, secrets, updated_at: timestamp(at), version: before.version + 1 };
}

/** Creates a secret for a confidential app. */
export const newAppSecret = (random: RandomBytes): string => newSecret(SECRET_PREFIX, random);

/** Returns true if the string has the format and checksum of an app secret. Doesn't access the database. */
export const isAppSecret = (text: string): boolean => hasValidChecksum(text, SECRET_PREFIX);

/**
 * Returns true if this secret is currently valid for the app. The comparison takes constant time.
 */
export function isSecretOfApp({ secrets }: Pick<App, 'secrets'>, secret: string, at: number): boolean {
  const hash = Buffer.from(secretHash(secret));
  return secrets
    .filter((each) => isAccepted(each, at))
    .some((each) => {
      const other = Buffer.from(each.hash);
      return other.length === hash.length && timingSafeEqual(other, hash);
    });
}

const isAccepted = ({ expires_at }: z.infer<typeof appSecret>, at: number): boolean =>
  expires_at === undefined || at < Date.parse(expires_at);

/** Converts an app to its API representation, without its secrets. */
export function toAppView(of: App, at: number): AppView {
  const previous = of.secrets.find((each) => each.expires_at !== undefined && isAccepted(each, at));
  return {
    id: of.client_id,
    name: of.name,
    logo_url: of.logo_url ?? null,
    redirect_uris: of.redirect_uris,
    type: of.type,
    previous_secret_expires_at: previous?.expires_at ?? null,
    created_at: of.created_at,
    updated_at: of.updated_at,
  };
}
