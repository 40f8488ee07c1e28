/** Backs up tables and files daily with AWS Backup, on stages with `svc:backup`. */
import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupSelection,
  BackupVault,
} from 'aws-cdk-lib/aws-backup';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ServiceAlarm } from '../alarms/service-alarm.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Storage } from './storage.ts';

export interface DataBackupProps {
  readonly storage: Storage;
  readonly backup: NonNullable<StageSettings['backup']>;
}

export class DataBackup extends Construct {
  constructor(scope: Construct, id: string, { storage, backup }: DataBackupProps) {
    super(scope, id);
    const vault =
      backup.vault === undefined
        ? makeVault(this)
        : BackupVault.fromBackupVaultName(this, 'Vault', backup.vault);
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: Stack.of(this).stackName,
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          deleteAfter: Duration.days(backup.retentionDays),
        }),
      ],
    });
    // AWS keeps these managed policies up to date for AWS Backup. They don't allow restores.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup'),
        ManagedPolicy.fromAwsManagedPolicyName('AWSBackupServiceRolePolicyForS3Backup'),
      ],
    });
    new BackupSelection(this, 'Selection', {
      backupPlan: plan,
      backupSelectionName: 'tables-and-attachments',
      resources: [
        ...storage.tables.map(({ table }) => BackupResource.fromArn(table.tableArn)),
        BackupResource.fromArn(storage.attachments.bucketArn),
      ],
      role,
      disableDefaultBackupPolicy: true,
    });
    this.#alarmOnFailedJobs(vault.backupVaultName);
    new CfnOutput(this, 'VaultName', { value: vault.backupVaultName }).overrideLogicalId('BackupVault');
  }

  #alarmOnFailedJobs(vaultName: string): void {
    const count = (metricName: string): Metric =>
      new Metric({
        namespace: 'AWS/Backup',
        metricName,
        dimensionsMap: { BackupVaultName: vaultName },
        statistic: 'Sum',
        period: Duration.hours(1),
      });
    new ServiceAlarm(this, 'BackupsFail', {
      // Includes aborted jobs, which did not start or finish within the backup window.
      metric: new MathExpression({
        expression: 'FILL(failed, 0) + FILL(aborted, 0)',
        usingMetrics: {
          failed: count('NumberOfBackupJobsFailed'),
          aborted: count('NumberOfBackupJobsAborted'),
        },
        period: Duration.hours(1),
      }),
      threshold: 1,
      impact:
        'A backup job of a table or of the attachments bucket failed. A restore may lack one day of its data.',
      action: 'Open the failed job in AWS Backup to see the reason, then start an on-demand backup.',
    });
  }
}

/** Creates a vault that is always retained, so that backups survive an accidental deletion of the stack. */
function makeVault(scope: Construct): BackupVault {
  // Use a customer managed key, because backups that are encrypted with an AWS managed key can't be copied to
  // another account.
  const encryptionKey = new Key(scope, 'Key', {
    description: 'Encrypts the backups of tables and files',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  return new BackupVault(scope, 'Vault', {
    encryptionKey,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
}
