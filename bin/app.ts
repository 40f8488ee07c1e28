/** Creates the app that the CDK command line runs (`app` in cdk.json). Reads the settings in `svc.json`. */
import { makeApp } from '../lib/make-app.ts';
import { readSettingsFile, settingsBeside } from '../lib/settings/settings-file.ts';
import { settingsInContext } from '../lib/settings/settings-in-context.ts';
import { WrongSetting } from '../lib/settings/stage-settings.ts';

try {
  const file = readSettingsFile(process.cwd());
  const app = await makeApp({}, undefined, undefined, file);
  const beside = file && settingsBeside(file, settingsInContext(app.node.getAllContext()));
  if (beside !== undefined) console.error(beside);
  app.synth();
} catch (error) {
  if (!(error instanceof WrongSetting)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
