/** Keeps what a visitor typed when their post is refused, until the page about it is written. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readTypedFields } from '../http/body/typed-fields.ts';
import { bodyBytes } from '../http/body/request-body.ts';
import { browserClientOf } from '../http/browser.ts';
import type { RefusedPost } from '../http/browser-pages.ts';
import { webAddress } from '../http/web-address.ts';
import type { IngestForm } from '../forms/form.ts';
import { controlFieldsOf } from './control-fields.ts';
import type { IngestDeps } from './ingest-deps.ts';

interface Posted {
  readonly event: APIGatewayProxyEventV2;
}

/**
 * By the event of their request, which the page is written for. Most refusals come before the body is read; for a
 * browser that navigates it is read then, and only for the page.
 */
export class RefusedPosts {
  readonly #posts = new WeakMap<APIGatewayProxyEventV2, RefusedPost>();

  of(event: APIGatewayProxyEventV2): RefusedPost | undefined {
    return this.#posts.get(event);
  }

  /** The same operation; what it throws goes on unchanged once the post is kept. */
  keptFrom<Request extends Posted, Response>(
    operation: (deps: IngestDeps) => (request: Request) => Promise<Response>,
    deps: IngestDeps,
  ): (request: Request) => Promise<Response> {
    const { findForm } = deps.stores;
    return async (request) => {
      let form: IngestForm | undefined;
      const stores: IngestDeps['stores'] = {
        ...deps.stores,
        findForm: async (slug) => (form = await findForm(slug)),
      };
      try {
        return await operation({ ...deps, stores })(request);
      } catch (error) {
        await this.keep(request.event, form);
        throw error;
      }
    };
  }

  /** Keeps the post of a browser that navigates. */
  async keep(event: APIGatewayProxyEventV2, form?: IngestForm): Promise<void> {
    if (!browserClientOf(event.headers)) return;
    const body = { contentType: event.headers['content-type'], bytes: bodyBytes(event) };
    const typed = await readTypedFields(body, controlFieldsOf(form));
    this.#posts.set(event, { typed, website: form && websiteOf(form) });
  }
}

/**
 * The website of a form, where everybody may be sent: where it sends its visitors itself, or the only website that
 * may post to it. Of several that may, some can be nobody's business.
 */
function websiteOf({ redirect_url, allowed_origins }: IngestForm): string | undefined {
  const [only, ...others] = allowed_origins;
  return webAddress(redirect_url ?? (others.length === 0 ? only : undefined))?.origin;
}
