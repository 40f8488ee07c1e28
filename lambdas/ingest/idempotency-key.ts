/** The `Idempotency-Key` of a post: any unique string (specification, "Ingest"). An empty header is none. */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  return header === '' ? undefined : header;
}
