/** Examples of CSV and NDJSON bodies. */
import { submissionExample } from './submission-schemas.ts';

const { id, received_at, status, payload, attachments } = submissionExample;
const row = [id, received_at, status, ...Object.values(payload), ...attachments.map(({ url }) => url)];
const line = (cells: readonly string[]): string => `${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;

/** Examples of bodies that are neither JSON nor HTML pages, by media type. */
export const textExamples: Readonly<Record<string, { readonly example: string }>> = {
  'text/csv': {
    example: `\uFEFF${line(['id', 'received_at', 'status', ...Object.keys(payload), 'attachments'])}${line(row)}`,
  },
  'application/x-ndjson': { example: `${JSON.stringify(submissionExample)}\n` },
};
