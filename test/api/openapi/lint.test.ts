import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../../../lambdas/api/openapi/document.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

it("passes Redocly's recommended rules", async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(
    file,
    JSON.stringify(openApiDocument({ baseUrl: 'https://forms.svc.test', version: '1.2.3' })),
  );
  const report = await new Promise<string>((resolve) => {
    execFile(
      'node_modules/.bin/redocly',
      ['lint', file, '--format=json'],
      {
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
      (_, stdout) => resolve(stdout),
    );
  });
  const { problems, totals } = JSON.parse(report);
  expect(problems.map(({ ruleId, message }: any) => `${ruleId}: ${message}`)).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});
