/** Runs the functions of a distribution that change requests before they go on (CloudFront Functions, runtime 2.0). */
import { createContext, runInContext } from 'node:vm';
import * as z from 'zod';

const values = z.record(z.string(), z.object({ value: z.string() }));
const changedRequest = z.object({ headers: values });

/** Headers of the request as the function leaves them; names in lower case. */
export type ViewerFunction = (request: {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
}) => Record<string, string>;

/** @param code that defines `handler(event)` */
export function viewerFunction(code: string): ViewerFunction {
  return ({ method, uri, headers }) => {
    const event = {
      request: {
        ...{ method, uri, querystring: {}, cookies: {} },
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
      },
    };
    const context = createContext(
      { text: JSON.stringify(event) },
      { codeGeneration: { strings: false, wasm: false } },
    );
    const result: unknown = runInContext(`${code}\nJSON.stringify(handler(JSON.parse(text)))`, context, {
      timeout: 100,
    });
    const changed = changedRequest.parse(JSON.parse(String(result)));
    return Object.fromEntries(Object.entries(changed.headers).map(([name, { value }]) => [name, value]));
  };
}
