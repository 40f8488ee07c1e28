/**
 * Synthesizes the tests' stack into a folder. With `everything-on`, also synthesizes the stage with every
 * setting turned on.
 */
import { join } from 'node:path';
import { keptLinkedBundles } from '../../../lib/bundling/kept-bundles.ts';
import { makeApp } from '../../../lib/make-app.ts';
import { EVERYTHING_ON } from './everything-on.ts';

const [, , outdir = 'cdk.out', also] = process.argv;
const plain = { 'svc:stage': 'test', 'svc:mailSender': 'Forms <forms@example.com>' };
(await makeApp(plain, outdir, keptLinkedBundles)).synth();
if (also === 'everything-on') (await makeApp(EVERYTHING_ON, join(outdir, also), keptLinkedBundles)).synth();
