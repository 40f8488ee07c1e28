import { FLAGS } from 'aws-cdk-lib/cx-api';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureFlags } from '../../lib/settings/feature-flags.ts';

const recommended = join(
  import.meta.dirname,
  '../../node_modules/aws-cdk-lib/recommended-feature-flags.json',
);

it('pins every flag that this version of CDK recommends, as it recommends it', () => {
  expect(featureFlags).toMatchObject(JSON.parse(readFileSync(recommended, 'utf8')));
});

it('pins no flag that CDK does not know', () => {
  const known = [...Object.keys(FLAGS), '@aws-cdk/core:disableGitSource', '@aws-cdk/core:target-partitions'];
  expect(Object.keys(featureFlags).filter((name) => !known.includes(name))).toEqual([]);
});

it('leaves the settings of a stage to those who make the app', () => {
  expect(Object.keys(featureFlags).filter((name) => name.startsWith('svc:'))).toEqual([]);
});
