/** Describes the path parameters of operations for the OpenAPI document. */
import type { Operation } from '../../http/operation.ts';
import { problemSlugs } from '../../core/errors/problem-slugs.ts';
import { languages } from '../../core/text/language.ts';
import {
  BULK_JOB_ID,
  DATA_REQUEST_ID,
  IMPORT_ID,
  CLIENT_ID,
  CONNECTION_ID,
  DELIVERY_ID,
  FILE_ID,
  FORM_ID,
  KEY_ID,
  LABEL_ID,
  MEMBER_ID,
  RECOVERY_ID,
  REPLY_TEMPLATE_ID,
  SUBMISSION_ID,
  WEBHOOK_ID,
} from './schemas/example-ids.ts';
import type { Parameter } from './openapi-types.ts';

type Described = Pick<Parameter, 'description' | 'schema' | 'example'>;

const id = (prefix: string, of: string, example: string): Described => ({
  description: `ID of ${of}.`,
  schema: { type: 'string', pattern: `^${prefix}_` },
  example,
});

const RECIPIENT_TOKEN =
  'acc_7Q2MZ4T9XK3C.frm_7Q2MZ4T9XK.rcp_0123456789abcdef0123456789abcdef.0.Xk3bq0J9m2Lr7Tz5vYwQeRtUiOpAsDfGhJkLzXcVbNm';

const byIdOrSlug: Described = {
  description: 'Slug or ID of the form.',
  schema: { type: 'string' },
  example: 'contact',
};

/**
 * Descriptions of path parameters. Each key consists of the parameter and the path segment before it, in the
 * form `segment/{name}`.
 */
const described: Readonly<Record<string, Described>> = {
  'f/{slug}': byIdOrSlug,
  'p/{project}': {
    description: 'Any text. Formspree clients send the name of a project here.',
    schema: { type: 'string' },
    example: 'website',
  },
  'ajax/{slug}': byIdOrSlug,
  'forms/{id}': id('frm', 'the form', FORM_ID),
  'recipients/{address}': {
    description: 'E-mail address of the recipient, percent-encoded.',
    schema: { type: 'string' },
    example: 'team@example.org',
  },
  'api-keys/{id}': id('key', 'the key', KEY_ID),
  'oauth-clients/{id}': id('app', 'the app', CLIENT_ID),
  'connections/{id}': id('con', 'the connection', CONNECTION_ID),
  'labels/{id}': id('lbl', 'the label', LABEL_ID),
  'reply-templates/{id}': id('tpl', 'the reply template', REPLY_TEMPLATE_ID),
  'members/{id}': id('mem', 'the member', MEMBER_ID),
  '/{locale}': {
    description: 'Language of the messages.',
    schema: { type: 'string', enum: [...languages] },
    example: 'de',
  },
  'api/{jobId}': id('sub', 'the job, which is the ID of its submission', SUBMISSION_ID),
  'assets/{file}': {
    description: "Name of the file, as in the page's HTML.",
    schema: { type: 'string' },
    example: 'docs.0123456789ab.css',
  },
  'problems/{slug}': {
    description: "Last part of the problem's `type`.",
    schema: { type: 'string', enum: [...problemSlugs] },
    example: 'quota-exceeded',
  },
  'confirmations/{token}': {
    description: 'Token from the link in a confirmation e-mail.',
    schema: { type: 'string' },
    example: RECIPIENT_TOKEN,
  },
  'unsubscriptions/{token}': {
    description: 'Token from the link in a notification e-mail.',
    schema: { type: 'string' },
    example: RECIPIENT_TOKEN,
  },
  'submissions/{id}': id('sub', 'the submission', SUBMISSION_ID),
  'files/{file_id}': id('file', 'the file', FILE_ID),
  'deliveries/{id}': id('whd', 'the delivery', DELIVERY_ID),
  'webhooks/{id}': id('(wh|evs)', 'the webhook', WEBHOOK_ID),
  'bulk-jobs/{id}': id('blk', 'the bulk job', BULK_JOB_ID),
  'data-requests/{id}': id('dsr', 'the data request', DATA_REQUEST_ID),
  'imports/{id}': id('imp', 'the import', IMPORT_ID),
  'recoveries/{id}': id('rec', 'the recovery', RECOVERY_ID),
};

/**
 * Returns a path's parameters.
 * @throws TypeError for a parameter without a description
 */
export function pathParameters({ path, takesSlug }: Pick<Operation, 'path' | 'takesSlug'>): Parameter[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return [];
    const key = `${segments[index - 1] ?? ''}/${segment}`;
    const found = described[key];
    if (!found) throw new TypeError(`openapi/path-parameters.ts doesn't describe ${key} of ${path}`);
    return [{ name, in: 'path', required: true, ...(takesSlug ? byIdOrSlug : found) }];
  });
}
