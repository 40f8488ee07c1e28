/**
 * Records a release's resources, which later releases must retain. Run `npm run release:resources` after you
 * set the version in package.json.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RELEASED_STAGES, statefulNow } from './stateful-resources.ts';

const ROOT = join(import.meta.dirname, '../../..');

const folder = mkdtempSync(join(tmpdir(), 'svc-release-'));
process.env['SVC_TEST_FOLDER'] = folder;
process.env['CDK_VALIDATION'] = 'false';
try {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const stages = Object.fromEntries(Object.keys(RELEASED_STAGES).map((stage) => [stage, statefulNow(stage)]));
  const file = join(ROOT, 'test/template/last-release.json');
  writeFileSync(file, `${JSON.stringify({ version, stages }, null, 1)}\n`);
  process.stdout.write(`Recorded the resources of ${version} in ${file}.\n`);
} finally {
  rmSync(folder, { recursive: true });
}
