import { makeApp } from '../../../lib/make-app.ts';

const app = await makeApp(
  { 'svc:stage': 'test', 'svc:mailSender': 'Forms <forms@example.com>' },
  process.argv[2],
);
app.synth();
