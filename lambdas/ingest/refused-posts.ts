/** Counts rejected requests by form: submissions, uploads and localized submissions. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isProblem } from '../core/errors/errors.ts';
import { isRefusalReason } from '../core/refusals.ts';
import type { IngestForm } from '../forms/form.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { RefusalCounter } from './refusal-counter.ts';

interface FormRequest {
  readonly event: APIGatewayProxyEventV2;
  readonly runInBackground: (task: Promise<void>) => void;
}

interface FormDeps {
  readonly stores: { findForm(slug: string): Promise<IngestForm | undefined> };
  readonly refusals: Pick<RefusalCounter, 'count'>;
}

/** Records each request's form, keyed by event, until the response to the request is built. */
export class FoundForms {
  readonly #forms = new WeakMap<APIGatewayProxyEventV2, IngestForm>();

  readonly of = (event: APIGatewayProxyEventV2): IngestForm | undefined => this.#forms.get(event);

  /** Wraps an operation so that the form it finds is recorded. */
  foundBy<Deps extends FormDeps, Request extends FormRequest>(
    operation: (deps: Deps) => (request: Request) => Promise<HttpResponse>,
    deps: Deps,
  ): (request: Request) => Promise<HttpResponse> {
    return (request) => {
      const findForm = async (slug: string): Promise<IngestForm | undefined> => {
        const form = await deps.stores.findForm(slug);
        if (form) this.#forms.set(request.event, form);
        return form;
      };
      return operation({ ...deps, stores: { ...deps.stores, findForm } })(request);
    };
  }
}

/**
 * Wraps an operation so that a request is counted if it is rejected for a reason that the owner should know
 * about.
 */
export function countingRefusals<Deps extends FormDeps, Request extends FormRequest>(
  operation: (deps: Deps) => (request: Request) => Promise<HttpResponse>,
  deps: Deps,
  forms = new FoundForms(),
): (request: Request) => Promise<HttpResponse> {
  const respond = forms.foundBy(operation, deps);
  return async (request) => {
    try {
      return await respond(request);
    } catch (error) {
      const form = forms.of(request.event);
      if (form && isProblem(error) && isRefusalReason(error.slug))
        request.runInBackground(deps.refusals.count(form.form_id, error.slug));
      throw error;
    }
  };
}
