import { makeApp } from '../../lib/make-app.ts';

const app = await makeApp({ 'svc:stage': 'test' }, process.argv[2]);
app.synth();
