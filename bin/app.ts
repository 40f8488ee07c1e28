import { makeApp } from '../lib/make-app.ts';

const app = await makeApp();
app.synth();
