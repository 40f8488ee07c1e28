/** Creates the app that the CDK command line runs (`app` in cdk.json). */
import { makeApp } from '../lib/make-app.ts';
import { WrongSetting } from '../lib/settings/stage-settings.ts';

try {
  (await makeApp()).synth();
} catch (error) {
  if (!(error instanceof WrongSetting)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
