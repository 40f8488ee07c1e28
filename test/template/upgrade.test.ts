/**
 * Tests that an upgrade from the last release keeps every table, bucket, queue, key and address, as promised
 * in docs/upgrading.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import {
  isStateful,
  removedResources,
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

it.each(Object.keys(RELEASED_STAGES))('removes and replaces nothing in a stage %s', (stage) => {
  const before = released.stages[stage]!;
  expect(Object.keys(before).length).toBeGreaterThan(50);
  const removed = removedResources(before, statefulNow(stage));
  // The alarm topic doesn't have its own key anymore. The key encrypted no stored data.
  expect(removed.filter((each) => !each.startsWith('AlarmsKey'))).toEqual([]);
});

it('classifies every resource type by whether it stores data', () => {
  const types = new Set(Object.values(templateWith(EVERYTHING_ON).Resources).map(({ Type }) => Type));
  const unsorted = [...types].filter(
    (type) => !isStateful(type) && !STATELESS.some((some) => some.test(type)),
  );
  expect(unsorted).toEqual([]);
});

it('retains exactly the resources listed in docs/operating/uninstall.md when the stack is deleted', () => {
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
  /** Returns a table's logical id, given its name in docs/architecture.md. */
  const tableId = ({ Resources }: StageTemplate, name: string): string =>
    Object.keys(Resources).find((id) => new RegExp(`^Storage${name}Table[0-9A-F]{8}$`).test(id))!;
  /** Returns the resources that an upgrade would lose if a stage's template changed this way. */
  function removedBy(change: (template: StageTemplate) => void): string[] {
    const [before, after] = [0, 1].map(() => templateWith(RELEASED_STAGES['with a mail sender']!));
    change(after!);
    return removedResources(statefulResources(before!), statefulResources(after!));
  }

  it('detects a table with a different key', () => {
    const losses = removedBy((template) => {
      template.Resources[tableId(template, 'Forms')]!.Properties!['KeySchema'][1].AttributeName = 'slug';
    });
    expect(losses[0]).toMatch(/^StorageFormsTable\w+ .* is replaced: KeySchema$/);
  });

  it('detects a table with a different key type', () => {
    const losses = removedBy((template) => {
      const { AttributeDefinitions } = template.Resources[tableId(template, 'Forms')]!.Properties!;
      AttributeDefinitions.find(({ AttributeName }: any) => AttributeName === 'form_id').AttributeType = 'N';
    });
    expect(losses).toEqual([expect.stringMatching(/^StorageFormsTable\w+ .* is replaced: KeyTypes$/)]);
  });

  it('detects a table with a different index key', () => {
    const losses = removedBy((template) => {
      delete template.Resources[tableId(template, 'Forms')]!.Properties!['LocalSecondaryIndexes'];
    });
    expect(losses).toEqual([
      expect.stringMatching(/^StorageFormsTable\w+ .* is replaced: LocalSecondaryIndexes$/),
    ]);
  });

  it('detects a table that gets a fixed name', () => {
    const losses = removedBy((template) => {
      template.Resources[tableId(template, 'Accounts')]!.Properties!['TableName'] = 'accounts';
    });
    expect(losses).toEqual([expect.stringMatching(/^StorageAccountsTable\w+ .* is replaced: TableName$/)]);
  });

  it('detects a changed logical ID', () => {
    const losses = removedBy(({ Resources }) => {
      const id = tableId({ Resources, Outputs: {} }, 'Webhooks');
      Resources['StorageHooksTable00000000'] = Resources[id]!;
      Reflect.deleteProperty(Resources, id);
    });
    expect(losses).toEqual([expect.stringMatching(/^StorageWebhooksTable\w+ .* is removed$/)]);
  });

  it('detects a deleted table, bucket, queue, or user pool', () => {
    const losses = removedBy((template) => {
      Reflect.deleteProperty(template.Resources, tableId(template, 'Submissions'));
      for (const type of ['AWS::S3::Bucket', 'AWS::SQS::Queue', 'AWS::Cognito::UserPool'])
        Reflect.deleteProperty(template.Resources, ofType(template, type)[0]![0]);
    });
    expect(losses).toHaveLength(4);
    for (const loss of losses) expect(loss).toMatch(/ is removed$/);
  });

  it('detects data that would be deleted with the stack', () => {
    const losses = removedBy((template) => {
      const id = tableId(template, 'Submissions');
      template.Resources[id] = { ...template.Resources[id]!, DeletionPolicy: 'Delete' };
    });
    expect(losses).toEqual([expect.stringMatching(/^StorageSubmissionsTable\w+ .* is no longer retained$/)]);
  });

  it('ignores new resources and changes in place', () => {
    const losses = removedBy((template) => {
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
  /** Changelog entries by version, including "Unreleased". */
  const versions = read('CHANGELOG.md')
    .split(/^## \[/m)
    .slice(1)
    .map((text) => ({ version: text.slice(0, text.indexOf(']')), text }));

  it('has a section for each version that requires a migration', () => {
    const migrating = versions.filter(({ text }) => /^- (?:\*\*)?Migration:/m.test(text));
    const sections = Array.from(
      read('docs/upgrading.md').matchAll(/^### To (.+)$/gm),
      ([, version]) => version,
    );
    expect(sections.toSorted()).toEqual(migrating.map(({ version }) => version).toSorted());
  });

  it('covers a release whose resources have been recorded', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(released.version).toBe(version);
  });
});
