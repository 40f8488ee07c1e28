/** Synthesises the stack of the tests into a folder; with `everything-on`, that of a stage with everything on, too. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { importLinkedApp } from '../../../lib/bundling/import-linked-app.ts';
import { EVERYTHING_ON } from './everything-on.ts';

const [, , outdir = 'cdk.out', also] = process.argv;
const plain = { 'svc:stage': 'test', 'svc:mailSender': 'Forms <forms@example.com>' };
// Below the packages, which the bundle of the app imports.
const cache = join(import.meta.dirname, '../../../node_modules/.cache');
mkdirSync(cache, { recursive: true });
const scratch = mkdtempSync(join(cache, 'svc-test-app-'));
const { makeApp, keptLinkedBundles } = await importLinkedApp(scratch);
(await makeApp(plain, outdir, keptLinkedBundles)).synth();
if (also === 'everything-on') (await makeApp(EVERYTHING_ON, join(outdir, also), keptLinkedBundles)).synth();
rmSync(scratch, { recursive: true });
