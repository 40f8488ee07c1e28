/** An upgrade from the last release keeps every table, bucket, queue, key and address (docs/upgrading.md). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import {
  isStateful,
  lossesBetween,
  RELEASED_STAGES,
  statefulNow,
  statefulResources,
  STATELESS,
  type StatefulResources,
} from '../support/assembly/stateful-resources.ts';
import { ofType, templateWith, type StageTemplate } from '../support/assembly/templates.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const released = JSON.parse(read('test/template/last-release.json')) as {
  version: string;
  stages: Record<string, StatefulResources>;
};

it.each(Object.keys(RELEASED_STAGES))('removes and replaces nothing of a stage %s', (stage) => {
  const before = released.stages[stage]!;
  expect(Object.keys(before).length).toBeGreaterThan(50);
  expect(lossesBetween(before, statefulNow(stage))).toEqual([]);
});

it('sorts every type of resource into those that keep something and those that do not', () => {
  const types = new Set(Object.values(templateWith(EVERYTHING_ON).Resources).map(({ Type }) => Type));
  const unsorted = [...types].filter(
    (type) => !isStateful(type) && !STATELESS.some((some) => some.test(type)),
  );
  expect(unsorted).toEqual([]);
});

it('keeps what docs/operations.md says is left when the stack is deleted, and nothing else', () => {
  const retained = Object.values(statefulNow('with everything on')).filter(({ retained }) => retained);
  expect([...new Set(retained.map(({ type }) => type))].toSorted()).toEqual([
    'AWS::Backup::BackupVault',
    'AWS::Cognito::UserPool',
    'AWS::DynamoDB::GlobalTable',
    'AWS::KMS::Key',
    'AWS::S3::Bucket',
  ]);
  const deleted = statefulResources(templateWith(EVERYTHING_ON));
  const left = Object.entries(deleted).filter(([, { retained }]) => retained);
  expect(left.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).toSorted()).toEqual([
    'DataBackupKey',
    'DataBackupVault',
  ]);
});

describe('the comparison', () => {
  /** A table by the name that it has in docs/architecture.md. */
  const tableId = ({ Resources }: StageTemplate, name: string): string =>
    Object.keys(Resources).find((id) => new RegExp(`^Storage${name}Table[0-9A-F]{8}$`).test(id))!;
  /** What is lost when the template of a stage changes so. */
  function lossesBy(change: (template: StageTemplate) => void): string[] {
    const [before, after] = [0, 1].map(() => templateWith(RELEASED_STAGES['with a mail sender']!));
    change(after!);
    return lossesBetween(statefulResources(before!), statefulResources(after!));
  }

  it('finds a table with another key', () => {
    const losses = lossesBy((template) => {
      template.Resources[tableId(template, 'Forms')]!.Properties!['KeySchema'][1].AttributeName = 'slug';
    });
    expect(losses[0]).toMatch(/^StorageFormsTable\w+ .* is replaced: KeySchema$/);
  });

  it('finds a table whose key is of another type', () => {
    const losses = lossesBy((template) => {
      const { AttributeDefinitions } = template.Resources[tableId(template, 'Forms')]!.Properties!;
      AttributeDefinitions.find(({ AttributeName }: any) => AttributeName === 'form_id').AttributeType = 'N';
    });
    expect(losses).toEqual([expect.stringMatching(/^StorageFormsTable\w+ .* is replaced: KeyTypes$/)]);
  });

  it('finds a table with another index of its partitions', () => {
    const losses = lossesBy((template) => {
      delete template.Resources[tableId(template, 'Forms')]!.Properties!['LocalSecondaryIndexes'];
    });
    expect(losses).toEqual([
      expect.stringMatching(/^StorageFormsTable\w+ .* is replaced: LocalSecondaryIndexes$/),
    ]);
  });

  it('finds a table that gets a name', () => {
    const losses = lossesBy((template) => {
      template.Resources[tableId(template, 'Accounts')]!.Properties!['TableName'] = 'accounts';
    });
    expect(losses).toEqual([expect.stringMatching(/^StorageAccountsTable\w+ .* is replaced: TableName$/)]);
  });

  it('finds a logical id that has changed', () => {
    const losses = lossesBy(({ Resources }) => {
      const id = tableId({ Resources, Outputs: {} }, 'Webhooks');
      Resources['StorageHooksTable00000000'] = Resources[id]!;
      Reflect.deleteProperty(Resources, id);
    });
    expect(losses).toEqual([expect.stringMatching(/^StorageWebhooksTable\w+ .* is removed$/)]);
  });

  it('finds a table, a bucket, a queue and a user pool that are gone', () => {
    const losses = lossesBy((template) => {
      Reflect.deleteProperty(template.Resources, tableId(template, 'Submissions'));
      for (const type of ['AWS::S3::Bucket', 'AWS::SQS::Queue', 'AWS::Cognito::UserPool'])
        Reflect.deleteProperty(template.Resources, ofType(template, type)[0]![0]);
    });
    expect(losses).toHaveLength(4);
    for (const loss of losses) expect(loss).toMatch(/ is removed$/);
  });

  it('finds data that would go with the stack', () => {
    const losses = lossesBy((template) => {
      const id = tableId(template, 'Submissions');
      template.Resources[id] = { ...template.Resources[id]!, DeletionPolicy: 'Delete' };
    });
    expect(losses).toEqual([expect.stringMatching(/^StorageSubmissionsTable\w+ .* is no longer retained$/)]);
  });

  it('minds neither what is new nor what can change in place', () => {
    const losses = lossesBy((template) => {
      const id = tableId(template, 'Forms');
      template.Resources['StorageNewTable00000000'] = structuredClone(template.Resources[id]!);
      template.Resources[id]!.Properties!['TimeToLiveSpecification'] = {
        AttributeName: 'gone_at',
        Enabled: true,
      };
    });
    expect(losses).toEqual([]);
  });
});

describe('docs/upgrading.md', () => {
  /** The entries of each version, those of "Unreleased" included. */
  const versions = read('CHANGELOG.md')
    .split(/^## \[/m)
    .slice(1)
    .map((text) => ({ version: text.slice(0, text.indexOf(']')), text }));

  it('has a section for each version whose changes need a migration', () => {
    const migrating = versions.filter(({ text }) => /^- (?:\*\*)?Migration:/m.test(text));
    const sections = Array.from(
      read('docs/upgrading.md').matchAll(/^### To (.+)$/gm),
      ([, version]) => version,
    );
    expect(sections.toSorted()).toEqual(migrating.map(({ version }) => version).toSorted());
  });

  it('is about a release whose resources are noted', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(released.version).toBe(version);
  });
});
