import { FLAGS } from 'aws-cdk-lib/cx-api';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureFlags } from '../../lib/settings/feature-flags.ts';

const recommended = join(
  import.meta.dirname,
  '../../node_modules/aws-cdk-lib/recommended-feature-flags.json',
);

it('pins every recommended flag of this CDK version to its recommended value', () => {
  expect(featureFlags).toMatchObject(JSON.parse(readFileSync(recommended, 'utf8')));
});

it("pins no flag that CDK doesn't know", () => {
  const known = [...Object.keys(FLAGS), '@aws-cdk/core:disableGitSource', '@aws-cdk/core:target-partitions'];
  expect(Object.keys(featureFlags).filter((name) => !known.includes(name))).toEqual([]);
});

it('contains no settings of the stage', () => {
  expect(Object.keys(featureFlags).filter((name) => name.startsWith('svc:'))).toEqual([]);
});
