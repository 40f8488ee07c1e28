/**
 * Defines imports of submissions that were exported by another backend or by this service. An import is
 * stored in the FormJobs table, next to the form's jobs. Uploading the file starts the import
 * (`run-import.ts`).
 */
import * as z from 'zod';
import { DAY, epochSeconds, timestamp } from '../core/clock.ts';
import { newImportId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { timeZone } from '../core/zoned-time.ts';
import { submissionStatuses } from '../submissions/submission.ts';

export const importFormats = ['csv', 'ndjson'] as const;
export const importSources = [
  'formspree',
  'netlify',
  'basin',
  'getform',
  'web3forms',
  'typeform',
  'svc',
] as const;
export type ImportSource = (typeof importSources)[number];
const importStatuses = ['waiting', 'checking', 'ready', 'importing', 'finished', 'failed'] as const;

export const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Maximum number of row errors to show. Any further errors are only counted. */
export const MAX_ERRORS = 100;
export const PREVIEWED_ROWS = 10;
export const MAX_COLUMNS = 1000;
/**
 * Maximum total length of the column names, and maximum length of a mapping. These limits ensure that an
 * import fits into one DynamoDB item.
 */
export const MAX_HEADER_LENGTH = 20_000;
export const MAX_ROWS = 200_000;
/** Days until an import and its file are deleted. The bucket's lifecycle rule deletes the file. */
export const IMPORT_DAYS = 7;

/** Targets that aren't fields. */
const SPECIAL_TARGETS = ['$received_at', '$status', '$note'] as const;
export type SpecialTarget = (typeof SPECIAL_TARGETS)[number];
/** A field's name, a special target, or null for a column that is not imported. */
export type Target = string | null;

const isSpecial = (target: string): target is SpecialTarget =>
  SPECIAL_TARGETS.some((special) => special === target);

const mappingInput = z
  .record(z.string(), z.string().min(1).max(1000).nullable())
  .refine((mapping) => Object.keys(mapping).length <= MAX_COLUMNS, {
    message: `must have at most ${MAX_COLUMNS} columns`,
  })
  .refine((mapping) => JSON.stringify(mapping).length <= MAX_HEADER_LENGTH, {
    message: `must have at most ${MAX_HEADER_LENGTH} characters`,
  })
  .superRefine((mapping, { addIssue }) => {
    const used = new Set<string>();
    for (const [column, target] of Object.entries(mapping)) {
      if (target === null || !target.startsWith('$')) continue;
      const problem = isSpecial(target)
        ? used.has(target) && `can only use ${target} for one column`
        : `must be a field, null, ${SPECIAL_TARGETS.join(', ')}; for example "$received_at"`;
      if (problem !== false) addIssue({ code: 'custom', path: [column], message: problem });
      used.add(target);
    }
  });

/** Body of `POST /v1/forms/{id}/imports`. */
export const importInput = z.strictObject({
  format: z.enum(importFormats).describe('Format of the file.'),
  from: z
    .enum(importSources)
    .optional()
    .describe('Backend that exported the file. Used to recognize its columns. `svc` is this service.'),
  mapping: mappingInput
    .optional()
    .describe(
      'The target of each column: a field’s name, `$received_at`, `$status` or `$note`. Columns with null, and columns that aren’t listed, are not imported. By default, columns are recognized by their names.',
    ),
  time_zone: timeZone
    .optional()
    .describe('IANA name of the time zone for times without an offset. Defaults to UTC.'),
  dry_run: z
    .boolean()
    .default(false)
    .describe('If true, the file is only checked. The import then waits until you confirm it.'),
});
export type ImportInput = z.infer<typeof importInput>;

export const rowError = z.object({
  row: z.int().describe('Number of the row. The first row after the header is 1.'),
  column: z
    .string()
    .nullable()
    .describe('The column with the error; null if the error applies to the whole row.'),
  message: z.string().describe('What is wrong, without the value.'),
});
export type RowErrorView = z.infer<typeof rowError>;

export const previewRow = z.object({
  row: z.int().describe('Number of the row.'),
  received_at: z.string().describe('When the submission was received.'),
  status: z.enum(submissionStatuses).describe('Status of the submission.'),
  note: z.string().nullable().describe('The note.'),
  payload: z.record(z.string(), z.string()).describe('The fields. Long values are cut off.'),
});
export type PreviewRow = z.infer<typeof previewRow>;

export const detectedFile = z.object({
  encoding: z.enum(['utf-8', 'windows-1252']).describe('Character encoding of the file.'),
  delimiter: z
    .enum([',', ';', '\t'])
    .nullable()
    .describe('Character between the cells of a CSV file; null for NDJSON.'),
});
export type DetectedFile = z.infer<typeof detectedFile>;

const pairs = z.array(z.tuple([z.string(), z.string().nullable()]));

/** Schema of a stored import. */
export const storedImport = z.object({
  form_id: z.string(),
  /** The import's id. */
  kind: z.string(),
  account_id: z.string(),
  format: z.enum(importFormats),
  from: z.enum(importSources).optional(),
  /** The mapping in the request. Stored as pairs, because DynamoDB maps drop some names. */
  requested_mapping: pairs.optional(),
  time_zone: z.string(),
  dry_run: z.boolean(),
  status: z.enum(importStatuses),
  created_at: z.string(),
  /** When a function last processed the import. Only set while the service is processing the import. */
  touched_at: z.string().optional(),
  /** When the service started to process the import. Rows without a time get this time. */
  started_at: z.string().optional(),
  /** When a caller confirmed the import after a dry run. */
  confirmed_at: z.string().optional(),
  /** Identifies the uploaded file, so that another upload can't affect a running import. */
  etag: z.string().optional(),
  detected: detectedFile.optional(),
  /** Set for a file that this service exported. */
  is_own: z.boolean().optional(),
  /** Set if the request had a mapping. Columns that aren't in the mapping are then dropped. */
  is_mapped: z.boolean().optional(),
  /** The header of a CSV file. Removed when the import ends. */
  columns: z.array(z.string()).optional(),
  mapping: pairs.default([]),
  /** Number of rows that the current pass has processed. */
  done: z.int(),
  rows: z.int(),
  imported: z.int(),
  skipped: z.int(),
  spam: z.int(),
  /** Number of rows that would be deleted immediately because of the form's retention period. */
  expiring: z.int(),
  errors: z.array(rowError),
  preview: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(previewRow))
    .optional(),
  reason: z.string().optional(),
  finished_at: z.string().optional(),
  /** Number of writes. Used to detect concurrent changes. */
  version: z.int(),
  expires_at: z.int(),
});
export type StoredImport = z.infer<typeof storedImport>;

/** Converts an import to an item, which `storedImport` can parse. */
export function toImportItem({ preview, ...rest }: StoredImport): z.input<typeof storedImport> {
  return { ...rest, ...(preview && { preview: JSON.stringify(preview) }) };
}

/** An import as shown by the API. */
export const importView = z.object({
  id: z.string(),
  form_id: z.string(),
  status: z
    .enum(importStatuses)
    .describe(
      '`waiting` for the upload, `checking` the file, `ready` for the confirmation after a dry run, `importing`, and finally `finished` or `failed`.',
    ),
  reason: z.string().nullable().describe('Why the import failed; null otherwise.'),
  format: z.enum(importFormats),
  from: z.enum(importSources).nullable(),
  dry_run: z.boolean(),
  rows: z.int().describe('Number of rows, including skipped rows and rows with an error.'),
  imported: z.int().describe('Number of rows that were imported, including spam.'),
  skipped: z.int().describe('Number of rows that an earlier import had already imported.'),
  spam: z.int().describe('Number of rows that are spam.'),
  expiring: z
    .int()
    .describe(
      'Number of rows that are older than the form’s retention period and will be deleted soon after the import.',
    ),
  errors: z.array(rowError).describe(`The first ${MAX_ERRORS} rows that can’t be imported.`),
  mapping: z
    .record(z.string(), z.string().nullable())
    .describe('The target of each column. Empty until the file is checked.'),
  preview: z
    .array(previewRow)
    .describe(`The first ${PREVIEWED_ROWS} rows as submissions. Empty after the import has ended.`),
  detected: detectedFile.optional().describe('The format of the file. Absent until the file is checked.'),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ImportView = z.infer<typeof importView>;

/** Response of `POST /v1/forms/{id}/imports`. */
export const createdImportView = importView.extend({
  upload: z.object({
    url: z.string().describe('Where to send the file as `multipart/form-data`.'),
    fields: z.record(z.string(), z.string()).describe('Fields to send before the field `file`.'),
    max_bytes: z.int().describe('Maximum size of the file in bytes.'),
  }),
});

export function toImportView(of: StoredImport): ImportView {
  return {
    id: of.kind,
    form_id: of.form_id,
    status: of.status,
    reason: of.reason ?? null,
    format: of.format,
    from: of.from ?? null,
    dry_run: of.dry_run,
    rows: of.rows,
    imported: of.imported,
    skipped: of.skipped,
    spam: of.spam,
    expiring: of.expiring,
    errors: of.errors,
    mapping: Object.fromEntries(of.mapping),
    preview: of.preview ?? [],
    ...(of.detected && { detected: of.detected }),
    created_at: of.created_at,
    finished_at: of.finished_at ?? null,
  };
}

/** Returns an import's path in the API. */
export const pathOfImport = ({ kind }: Pick<StoredImport, 'kind'>): string => `/v1/imports/${kind}`;

/** Prefix of the uploaded files in the Exports bucket. */
export const IMPORTS = 'imports/';

/** Returns the key of the import's file in the bucket. */
export const fileKeyOf = ({ form_id, kind }: Pick<StoredImport, 'form_id' | 'kind'>): string =>
  `${IMPORTS}${form_id}/${kind}`;

/** Creates an import that waits for its file. */
export function newImport(
  form: { readonly form_id: string; readonly account_id: string },
  { format, from, mapping, time_zone = 'UTC', dry_run }: ImportInput,
  now: number,
  random: RandomBytes,
): StoredImport {
  return {
    form_id: form.form_id,
    kind: newImportId(form.form_id, now, random),
    account_id: form.account_id,
    format,
    ...(from && { from }),
    ...(mapping && { requested_mapping: Object.entries(mapping) }),
    time_zone,
    dry_run,
    status: 'waiting',
    created_at: timestamp(now),
    mapping: [],
    done: 0,
    rows: 0,
    imported: 0,
    skipped: 0,
    spam: 0,
    expiring: 0,
    errors: [],
    version: 1,
    expires_at: epochSeconds(now + IMPORT_DAYS * DAY),
  };
}

export const hasEnded = ({ status }: Pick<StoredImport, 'status'>): boolean =>
  status === 'finished' || status === 'failed';

/** Returns true while the service is processing the import. */
export const isAtWork = ({ status }: Pick<StoredImport, 'status'>): boolean =>
  status === 'checking' || status === 'importing';

/** Returns the ended import, without the preview and the attributes that are only needed to run it. */
export function endedImport(
  { preview: _p, columns: _c, etag: _e, touched_at: _t, requested_mapping: _m, ...rest }: StoredImport,
  end: { readonly status: 'finished' } | { readonly status: 'failed'; readonly reason: string },
  now: number,
): StoredImport {
  return { ...rest, ...end, finished_at: timestamp(now) };
}

/** Queue message that starts or continues the processing of an import. */
export const importMessage = z.object({ import_id: z.string() });
export type ImportMessage = z.infer<typeof importMessage>;

/** EventBridge event for an uploaded file. The file's key ends with the import's id. */
export const uploadedFile = z
  .object({ source: z.literal('aws.s3'), detail: z.object({ object: z.object({ key: z.string() }) }) })
  .transform(({ detail }): ImportMessage => ({ import_id: detail.object.key.split('/').at(-1) ?? '' }));
