/** The handler of posts to forms, whatever their bodies came by. */
import { httpHandler } from '../http/http-handler.ts';
import { submitForm as operation } from '../operations/ingest-operations.ts';
import { FoundForms, ingestFormat } from './ingest-format.ts';
import type { IngestDeps } from './ingest-deps.ts';
import { submitForm } from './submit-form.ts';

export function postHandler(deps: IngestDeps & { readonly baseUrl: string }) {
  const { baseUrl, bodyOf } = deps;
  const forms = new FoundForms();
  return httpHandler(
    operation,
    { baseUrl, format: ingestFormat(baseUrl, forms.of, (event) => bodyOf(event).bytes) },
    forms.foundBy(submitForm, deps),
  );
}
