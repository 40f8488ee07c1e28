/** Synthesises the stack of the tests into a folder; with `everything-on`, that of a stage with everything on, too. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importLinkedApp } from '../../../lib/bundling/import-linked-app.ts';
import { EVERYTHING_ON } from './everything-on.ts';

const [, , outdir = 'cdk.out', also] = process.argv;
const plain = { 'svc:stage': 'test', 'svc:mailSender': 'Forms <forms@example.com>' };
const scratch = mkdtempSync(join(tmpdir(), 'svc-test-app-'));
const { makeApp, keptLinkedBundles } = await importLinkedApp(scratch);
(await makeApp(plain, outdir, keptLinkedBundles)).synth();
if (also === 'everything-on') (await makeApp(EVERYTHING_ON, join(outdir, also), keptLinkedBundles)).synth();
rmSync(scratch, { recursive: true });
