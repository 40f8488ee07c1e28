/** Daily copies of tables and files in a vault of AWS Backup; only a stage with the setting `svc:backup` has these. */
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
import type { StageSettings } from '../stage-settings.ts';
import type { Storage } from '../storage.ts';

export interface DataBackupProps {
  readonly storage: Storage;
  readonly backup: NonNullable<StageSettings['backup']>;
}

export class DataBackup extends Construct {
  constructor(scope: Construct, id: string, { storage, backup }: DataBackupProps) {
    super(scope, id);
    const vault =
      backup.vault === undefined
        ? ownVault(this)
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
    // AWS's own policies: what its service needs of a bucket changes with the service. They let nobody restore.
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
      resources: [...storage.tableArns, storage.attachments.bucketArn].map((arn) =>
        BackupResource.fromArn(arn),
      ),
      role,
      disableDefaultBackupPolicy: true,
    });
    this.#ringWhenCopiesFail(vault.backupVaultName);
    new CfnOutput(this, 'VaultName', { value: vault.backupVaultName }).overrideLogicalId('BackupVault');
  }

  #ringWhenCopiesFail(vaultName: string): void {
    const count = (metricName: string): Metric =>
      new Metric({
        namespace: 'AWS/Backup',
        metricName,
        dimensionsMap: { BackupVaultName: vaultName },
        statistic: 'Sum',
        period: Duration.hours(1),
      });
    new ServiceAlarm(this, 'BackupsFail', {
      // Aborted: never begun, or not ended within the time of the plan.
      metric: new MathExpression({
        expression: 'FILL(failed, 0) + FILL(aborted, 0)',
        usingMetrics: {
          failed: count('NumberOfBackupJobsFailed'),
          aborted: count('NumberOfBackupJobsAborted'),
        },
        period: Duration.hours(1),
      }),
      threshold: 1,
      meaning: 'A copy of a table or of the attachments was not made, so that a day of it may be missing.',
      remedy: 'Read in AWS Backup why the job failed, and start it again.',
      section: 'backupsfail',
    });
  }
}

/** Whatever else goes with the stack, its copies stay: they are for the day on which somebody deletes it by mistake. */
function ownVault(scope: Construct): BackupVault {
  // A key of the account's own, as copies under AWS's key cannot be shared with another account.
  const encryptionKey = new Key(scope, 'Key', {
    description: 'Encrypts the backups of tables and files',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  return new BackupVault(scope, 'Vault', { encryptionKey, removalPolicy: RemovalPolicy.RETAIN });
}
