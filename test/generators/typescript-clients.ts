/** Clients in TypeScript, made by openapi-generator and openapi-typescript. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, Workshop } from './workshop.ts';

const PROGRAM = `
import assert from 'node:assert/strict';
import { Configuration, FormsApi, IngestApi, ResponseError, SubmissionsApi, WebhooksApi, NotFoundProblemFromJSON } from './client/index';

const basePath = process.env['BASE_URL']!;
const anyone = new Configuration({ basePath });
const key = process.env['KEY']!;
// The client writes "Bearer" for keys only.
const accessToken = async (scheme?: string) => (scheme === 'oauth2' ? 'Bearer ' + key : key);
const config = new Configuration({ basePath, accessToken });

const form = await new FormsApi(config).createForm({ formInput: { name: 'Contact', slug: process.env['SLUG']! } });
const sent = await new IngestApi(anyone).submitForm({ slug: form.slug, requestBody: { email: 'ada@example.com', age: 36 } });
assert.equal(sent.status, 'received');
const webhook = await new WebhooksApi(config).createWebhook({ id: form.id, webhookInput: { url: 'https://hooks.example.org/forms' } });
assert.match(webhook?.secret ?? '', /^whsec_/);
const page = await new SubmissionsApi(config).listSubmissions({ id: form.id });
assert.deepEqual(page.data.map((row) => 'payload' in row && row.payload['email']), ['ada@example.com']);
const error = await new FormsApi(config).getForm({ id: 'frm_0000000000' }).catch((thrown: unknown) => thrown);
assert(error instanceof ResponseError);
assert.equal(NotFoundProblemFromJSON(await error.response.json()).code, 'not-found');
console.log('5 calls');
`;

/** Made by openapi-generator's \`typescript-fetch\`. */
export const typescriptFetchClient: Client = async (workshop) => {
  await workshop.openapiGenerator('typescript-fetch');
  return runTypescript(workshop, PROGRAM);
};

const FETCH_PROGRAM = `
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './client/api';

const baseUrl = process.env['BASE_URL']!;
const anyone = createClient<paths>({ baseUrl });
const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + process.env['KEY']! } });

const { data: form } = await client.POST('/v1/forms', { body: { name: 'Contact', slug: process.env['SLUG']! } });
assert(form && 'slug' in form);
const path = { id: form.id };
const sent = await anyone.POST('/v1/f/{slug}', { params: { path: { slug: form.slug } }, body: { email: 'ada@example.com', age: 36 } });
// The response is a page for browsers.
assert(typeof sent.data === 'object');
assert.equal(sent.data.status, 'received');
const body = { url: 'https://hooks.example.org/forms' };
const { data: webhook } = await client.POST('/v1/forms/{id}/webhooks', { params: { path }, body });
assert.match(webhook?.secret ?? '', /^whsec_/);
const { data: page } = await client.GET('/v1/forms/{id}/submissions', { params: { path } });
assert.deepEqual(page?.data.map((row) => 'payload' in row && row.payload['email']), ['ada@example.com']);
const { error } = await client.GET('/v1/forms/{id}', { params: { path: { id: 'frm_0000000000' } } });
assert(error);
// Only compiles if the type of the code is known.
const code: 'not-found' | 'unauthorized' = error.code === 'not-found' ? error.code : 'unauthorized';
assert.equal(code, 'not-found');
console.log('5 calls');
`;

/** Made by openapi-typescript, whose types openapi-fetch uses. */
export const openapiTypescriptClient: Client = async (workshop) => {
  const { folder, document, run } = workshop;
  mkdirSync(join(folder, 'client'));
  const bin = join(MODULES, 'openapi-typescript/bin/cli.js');
  await run(process.execPath, [bin, document, '-o', 'client/api.d.ts']);
  return runTypescript(workshop, FETCH_PROGRAM);
};

const MODULES = join(import.meta.dirname, '../../node_modules');

async function runTypescript({ folder, run, write }: Workshop, program: string): Promise<string> {
  symlinkSync(MODULES, join(folder, 'node_modules'));
  write('program.ts', program);
  write('package.json', '{ "type": "module" }');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', 'node', '--ignoreConfig'];
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'];
  await run(process.execPath, [
    join(MODULES, 'typescript-native/bin/tsc'),
    ...options,
    ...modules,
    'program.ts',
  ]);
  return run(process.execPath, [join(MODULES, 'tsx/dist/cli.mjs'), 'program.ts']);
}
