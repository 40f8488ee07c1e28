/** Creates a smoke test's forms and deletes them when the test ends. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { formAnswer } from './smoke-answers.ts';
import type { ServiceClient } from './service-client.ts';
import type { SmokeForm } from './smoke-step.ts';

const DELETE_TIMEOUT = 30_000;
const TRIES = 3;
const BETWEEN_TRIES = 2000;
/** Form settings that let a step submit the form as often as necessary. */
const PATIENT = { rate_limit: 10_000, spam: { mode: 'observe' } };

const formPage = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });

/** A form that the smoke test created. */
export interface MadeForm {
  readonly id: string;
  readonly name: string;
}

export interface SmokeForms {
  /** All forms created so far. */
  readonly made: readonly MadeForm[];
  create(client: ServiceClient, purpose: string, settings?: object): Promise<SmokeForm>;
  /** Deletes the forms and all their data. Returns the forms that couldn't be deleted. */
  deleteAll(): Promise<MadeForm[]>;
}

/** @param run unique name of this smoke test, which the names of all its forms contain */
export function smokeForms(run: string, { baseUrl, key }: { baseUrl: string; key: string }): SmokeForms {
  const made: MadeForm[] = [];
  const prefix = `Smoke ${run} `;
  // Don't validate these responses against the OpenAPI document, because the forms must be deleted even if
  // validation would fail.
  const call = (method: string, path: string): Promise<Response> =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(DELETE_TIMEOUT),
    });

  /** Lists this run's forms, even if the run was interrupted while creating one. */
  const existing = async (): Promise<MadeForm[]> => {
    const response = await call('GET', `/v1/forms?limit=100&q=${encodeURIComponent(prefix.trim())}`);
    if (!response.ok) throw new Error(`The list of forms returned ${response.status}`);
    const { data } = formPage.parse(await response.json());
    return data.filter(({ name }) => name.startsWith(prefix)).map(({ id, name }) => ({ id, name }));
  };

  return {
    made,
    async create(client, purpose, settings = {}) {
      const json = { name: `${prefix}${purpose}`, ...PATIENT, ...settings };
      const form = await client.manage('POST', '/v1/forms', { json, expect: 201 }, formAnswer);
      made.push({ id: form.id, name: json.name });
      return form;
    },
    async deleteAll() {
      let left: MadeForm[] = made;
      for (let tries = 0; tries < TRIES; tries += 1) {
        if (tries > 0) await pause(BETWEEN_TRIES);
        try {
          for (const { id } of await existing()) await call('DELETE', `/v1/forms/${id}`);
          left = await existing();
        } catch {
          // Ignore the error. The deletion is retried below, and forms that still exist are reported.
        }
        if (left.length === 0) return [];
      }
      return left;
    },
  };
}
