/**
 * Defines the resources that copy the assets into the account. They only exist in the installable template,
 * not in the CDK app.
 */
import { build } from 'esbuild';
import { join } from 'node:path';
import type { Template } from './merge-variants.ts';
import { STAGED_ASSETS } from './placeholders.ts';

const BUCKET = `${STAGED_ASSETS}Bucket`;
const FUNCTION = `${STAGED_ASSETS}Function`;
const ROLE = `${STAGED_ASSETS}Role`;
const LOG = `${STAGED_ASSETS}Log`;

/**
 * Bundles the function that copies the assets (the stager) so that it can be embedded in a template.
 * CloudFormation stores the code as `index.js`, which Lambda treats as a CommonJS module (AWS:
 * "AWS::Lambda::Function Code").
 */
export async function stagerCode(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../stager/index.ts')],
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    external: ['@aws-sdk/*'],
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

export interface Staged {
  readonly code: string;
  /** SHA-256 digests of the assets. */
  readonly digests: readonly string[];
  /** Size of `assets.zip` in bytes. */
  readonly size: number;
}

/**
 * Returns the resources. All functions depend on these resources, because the custom resource provides the
 * name of the bucket with the functions' code.
 */
export function stagerResources({ code, digests, size }: Staged): Template {
  const ofSource = {
    Effect: 'Allow',
    Action: 's3:GetObject',
    Resource: { 'Fn::Sub': 'arn:${AWS::Partition}:s3:::${AssetsBucket}/${AssetsKey}' },
  };
  return {
    [BUCKET]: {
      Type: 'AWS::S3::Bucket',
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
      // The bucket can be deleted with the stack, because it only contains copies of the release's files.
      DeletionPolicy: 'Delete',
      UpdateReplacePolicy: 'Delete',
    },
    [LOG]: {
      Type: 'AWS::Logs::LogGroup',
      Properties: { RetentionInDays: { Ref: 'LogRetentionDays' } },
      DeletionPolicy: 'Delete',
      UpdateReplacePolicy: 'Delete',
    },
    [ROLE]: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
          ],
        },
        Policies: [
          {
            PolicyName: 'Permissions',
            PolicyDocument: {
              Version: '2012-10-17',
              Statement: [
                {
                  Effect: 'Allow',
                  Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
                  Resource: { 'Fn::GetAtt': [LOG, 'Arn'] },
                },
                { Effect: 'Allow', Action: 's3:ListBucket', Resource: { 'Fn::GetAtt': [BUCKET, 'Arn'] } },
                {
                  Effect: 'Allow',
                  Action: ['s3:PutObject', 's3:DeleteObject'],
                  Resource: { 'Fn::Sub': `\${${BUCKET}.Arn}/*` },
                },
                { 'Fn::If': ['HasAssetsBucket', ofSource, { Ref: 'AWS::NoValue' }] },
              ],
            },
          },
        ],
      },
    },
    [FUNCTION]: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Architectures: ['arm64'],
        Code: { ZipFile: code },
        Description: 'Copies the code of the functions into the account during deployments',
        Handler: 'index.handler',
        LoggingConfig: { LogGroup: { Ref: LOG } },
        // The function needs memory for two copies of assets.zip while it reads the file.
        MemorySize: 1024,
        Role: { 'Fn::GetAtt': [ROLE, 'Arn'] },
        Runtime: 'nodejs24.x',
        Timeout: 300,
      },
    },
    [STAGED_ASSETS]: {
      Type: 'Custom::StagedAssets',
      Properties: {
        ServiceToken: { 'Fn::GetAtt': [FUNCTION, 'Arn'] },
        // Timeout in seconds if the function doesn't respond. CloudFormation's default is one hour.
        ServiceTimeout: 330,
        Bucket: { Ref: BUCKET },
        SourceBucket: { Ref: 'AssetsBucket' },
        SourceKey: { Ref: 'AssetsKey' },
        SourceUrl: { Ref: 'AssetsUrl' },
        Size: size,
        Digests: digests,
        CertificateArn: { Ref: 'CertificateArn' },
        CertificateRegion: { 'Fn::If': ['HasLargePosts', 'us-east-1', { Ref: 'AWS::Region' }] },
      },
      DeletionPolicy: 'Delete',
      UpdateReplacePolicy: 'Delete',
    },
  };
}
