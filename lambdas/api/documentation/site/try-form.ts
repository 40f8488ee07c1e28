/** Renders the form below each operation, which sends a real request with `browser/try-it.js`. */
import { html, type Html } from '../../../core/text/html.ts';
import type { OperationObject, Parameter } from '../../openapi/openapi-types.ts';

/** Media types of request bodies that users can type into the form. The form can't send files. */
const WRITTEN = ['application/json', 'application/x-www-form-urlencoded'];

/**
 * Returns true if a script can call the operation and show its response. HTML pages and sign-ins only work
 * when the browser navigates to them.
 */
export function canBeTried(path: string, { security }: OperationObject): boolean {
  const isOfCookie = security.length > 0 && security.every((each) => 'session' in each);
  return !isOfCookie && !/^\/(console|docs)(\/|$)/.test(path) && path !== '/';
}

export function tryForm(method: string, path: string, operation: OperationObject): Html | undefined {
  if (!canBeTried(path, operation)) return undefined;
  const { operationId: id, parameters = [], security } = operation;
  const needsKey = security.some((each) => Object.keys(each).length > 0);
  return html`<details class="try">
    <summary>Try it</summary>
    <form data-try data-method="${method}" data-path="${path}" autocomplete="off">
      ${method === 'GET' ? undefined : html`<p class="note">This sends a real request to the service that hosts this page.</p>`}
      ${needsKey ? keyField(id) : undefined} ${parameters.map((parameter) => parameterField(id, parameter))}
      ${bodyFields(operation)}
      <p><button type="submit">Send ${method}</button></p>
    </form>
    <div class="response" data-response hidden>
      <p role="status" data-status></p>
      <details>
        <summary>Headers</summary>
        <pre tabindex="0"><code data-headers></code></pre>
      </details>
      <pre tabindex="0" data-body-box><code data-body></code></pre>
    </div>
  </details>`;
}

const keyField = (id: string): Html =>
  html`<p class="field">
    <label for="${id}-key">Key</label>
    <input
      id="${id}-key"
      type="password"
      data-key
      autocomplete="off"
      spellcheck="false"
      aria-describedby="${id}-key-note"
    />
    <span class="hint" id="${id}-key-note"
      >Stored until you close this tab, and only sent to this service.</span
    >
  </p>`;

function parameterField(id: string, { name, in: place, required, example, schema }: Parameter): Html {
  const field = `${id}-${place}-${name}`;
  const isSlug = name === 'slug';
  const shown = typeof example === 'string' ? example : JSON.stringify(example ?? '').replaceAll('"', '');
  const needed = required === true ? html` required` : undefined;
  const values = schema['enum'];
  return html`<p class="field">
    <label for="${field}"
      ><code>${name}</code> <span>${place}${required === true ? ', required' : ''}</span></label
    >
    ${
      Array.isArray(values)
        ? html`<select id="${field}" data-in="${place}" data-name="${name}" ${needed}>
            ${required === true ? undefined : html`<option value=""></option>`}
            ${values.map((value) => html`<option>${String(value)}</option>`)}
          </select>`
        : html`<input
            id="${field}"
            data-in="${place}"
            data-name="${name}"
            placeholder="${shown}"
            value="${isSlug ? shown : ''}"
            ${needed}
          />`
    }
  </p>`;
}

function bodyFields({ operationId: id, requestBody }: OperationObject): Html | undefined {
  const content = Object.entries(requestBody?.content ?? {}).filter(([type]) => WRITTEN.includes(type));
  const bodies = content.map(([type, { example, examples }]) => {
    const value = example ?? Object.values(examples ?? {})[0]?.value;
    return { type, text: written(type, value) };
  });
  const [first] = bodies;
  if (!first) return undefined;
  return html`<p class="field">
      <label for="${id}-type">Body</label>
      <select id="${id}-type" data-type>
        ${bodies.map(({ type, text }) => html`<option data-example="${text}">${type}</option>`)}
      </select>
    </p>
    <p class="field">
      <label for="${id}-body">Content</label>
      <textarea
        id="${id}-body"
        data-content
        rows="${String(Math.min(16, first.text.split('\n').length + 1))}"
        spellcheck="false"
      >
${first.text}</textarea>
    </p>`;
}

function written(type: string, value: unknown): string {
  if (value === undefined) return '';
  if (type === 'application/json') return JSON.stringify(value, null, 2);
  return new URLSearchParams(value as Record<string, string>).toString();
}
