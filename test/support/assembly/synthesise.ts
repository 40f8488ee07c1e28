import { keptLinkedBundles } from '../../../lib/bundling/kept-bundles.ts';
import { makeApp } from '../../../lib/make-app.ts';

const app = await makeApp(
  { 'svc:stage': 'test', 'svc:mailSender': 'Forms <forms@example.com>', 'svc:eventBus': true },
  process.argv[2],
  keptLinkedBundles,
);
app.synth();
