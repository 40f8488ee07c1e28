/**
 * Apps: the OAuth clients that members let in to their account (docs/specification.md, "Apps"). An app belongs to an
 * account and serves only that one, or to the whole installation and serves all. An app that can keep a secret is
 * `confidential`; one that runs in a browser or on the person's own machine is `public` and has none.
 *
 * An app whose row is gone is over, and so is every connection to it: whoever accepts a token or a code of a connection
 * reads the app's row together with the connection's.
 */
import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { hasValidChecksum, newSecret, secretHash } from '../auth/checksummed-secret.ts';
import { HOUR, timestamp } from '../core/clock.ts';
import { newAppId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { displayName } from '../core/display-name.ts';
import { logoAddress } from '../core/web-address.ts';
import { checkRedirectUri } from './redirect-uri.ts';

/** How long the programs of an app have to switch to its new secret: until then both are accepted. */
export const APP_SECRET_OVERLAP = 24 * HOUR;
/** To how many addresses an app may have people sent back. */
const MOST_REDIRECT_URIS = 20;
/** Names an app's secret to scanners of leaked secrets. */
const SECRET_PREFIX = 'svc_app_';

export const appTypes = ['confidential', 'public'] as const;

/** The hash of a secret; the one before the last rotation has an end. */
const appSecret = z.object({ hash: z.string(), expires_at: z.string().optional() });

/** An app as it is stored. */
export const app = z.object({
  /** The id of an account, or `INSTALLATION`. */
  owner: z.string(),
  client_id: z.string(),
  name: z.string(),
  logo_url: z.string().optional(),
  redirect_uris: z.array(z.string()),
  type: z.enum(appTypes),
  /** At most two, the present one first; none of a public app. */
  secrets: z.array(appSecret),
  created_at: z.string(),
  updated_at: z.string(),
  /** Counts the changes since it was made. */
  version: z.int(),
});
export type App = z.infer<typeof app>;

const redirectUri = z.string().superRefine((text, context) => {
  const check = checkRedirectUri(text);
  if (!check.ok) context.addIssue({ code: 'custom', message: check.reason });
});

const settable = {
  name: displayName(100).describe('What people read on the page that asks whether they let the app in.'),
  logo_url: logoAddress.nullable().describe('Address of a picture, https; null for none.'),
  redirect_uris: z
    .array(redirectUri)
    .min(1)
    .max(MOST_REDIRECT_URIS)
    .refine((all) => new Set(all).size === all.length, { error: 'must not hold an address twice' })
    .describe(
      'Where people are sent back to: https, or http on 127.0.0.1, [::1] or localhost with any port. Compared character by character; on the own machine the port does not count.',
    ),
};

/** Body of `POST /v1/oauth-clients`. */
export const appInput = z.strictObject({
  ...settable,
  logo_url: settable.logo_url.optional(),
  type: z
    .enum(appTypes)
    .describe(
      '`confidential` for an app that keeps its secret on a server, `public` for one that runs in a browser or on the own machine and has none. It stays as it is.',
    ),
});
export type AppInput = z.output<typeof appInput>;

/** Body of `PATCH /v1/oauth-clients/{id}`. */
export const appPatch = z.strictObject(settable).partial();
export type AppPatch = z.output<typeof appPatch>;

/** An app as the management API shows it. */
export const appView = z.object({
  id: z.string().describe('The client id.'),
  name: z.string(),
  logo_url: z.string().nullable(),
  redirect_uris: z.array(z.string()),
  type: z.enum(appTypes),
  previous_secret_expires_at: z
    .string()
    .nullable()
    .describe('Until when the secret before the last rotation is accepted; null when there is none.'),
  created_at: z.string(),
  updated_at: z.string(),
});
export type AppView = z.infer<typeof appView>;

/** The response to making a confidential app or rotating its secret, the only ones that hold it. */
export const appViewWithSecret = appView.extend({ secret: z.string() });
/** The response to making an app: a public one has no secret. */
export const createdAppView = appView.extend({ secret: z.string().optional() });

/**
 * Makes an app.
 * @param owner an account, or `INSTALLATION`
 * @param at milliseconds since the epoch
 * @returns the secret of a confidential app, which is shown only once, and what is stored
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

/** The app after a change of its settings. */
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
 * The app with another secret. The one before it is accepted for 24 more hours; one that was still accepted from an
 * earlier rotation ends now, so that two rotations end a secret that leaked.
 */
export function rotatedApp(before: App, secret: string, at: number): App {
  const [present] = before.secrets;
  const secrets = [
    { hash: secretHash(secret) },
    ...(present ? [{ hash: present.hash, expires_at: timestamp(at + APP_SECRET_OVERLAP) }] : []),
  ];
  return { ...before, secrets, updated_at: timestamp(at), version: before.version + 1 };
}

/** Makes the secret of a confidential app. */
export const newAppSecret = (random: RandomBytes): string => newSecret(SECRET_PREFIX, random);

/** Whether a text is formed as the secret of an app; needs no read. */
export const isAppSecret = (text: string): boolean => hasValidChecksum(text, SECRET_PREFIX);

/** Whether it is a secret of the app that is accepted now; it takes as long for a wrong one. */
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

/** The app as the API shows it, without its secrets. */
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
