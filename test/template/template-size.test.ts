/** Tests that a template larger than CloudFormation accepts fails the synthesis. */
import { App, Stack } from 'aws-cdk-lib';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FormService } from '../../lib/form-service.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-size-'));
  mkdirSync(join(folder, 'code'));
  writeFileSync(join(folder, 'code/index.mjs'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns an app with a stack that contains the service and has metadata of the given size. */
function appWith(metadataBytes: number): App {
  const app = new App({ outdir: join(folder, `out-${metadataBytes}`) });
  const website = new Stack(app, 'website', { suppressTemplateIndentation: true });
  website.templateOptions.metadata = { Notes: 'x'.repeat(metadataBytes) };
  const bundles = { get: () => join(folder, 'code') } as unknown as ReadonlyMap<string, string>;
  new FormService(website, 'Forms', { stage: 'test', bundles });
  return app;
}

it('refuses a template larger than 1,000,000 bytes and names the stack, its size, and what to do', () => {
  expect(() => appWith(900_000).synth()).toThrow(
    /The template of the stack "website" is 1\d{6} bytes long, and CloudFormation accepts at most 1000000\..*\n.*\n.*Set suppressTemplateIndentation: true on the stack/,
  );
});

it('accepts a template below the limit', () => {
  expect(() => appWith(1000).synth()).not.toThrow();
});
