/** Defines the parameters of the installable template and the conditions and rules that depend on them. */

interface Parameter {
  readonly Type: 'String' | 'Number';
  readonly Default?: string | number;
  readonly Description: string;
  readonly AllowedPattern?: string;
  readonly AllowedValues?: readonly (string | number)[];
  readonly MinValue?: number;
  readonly MaxValue?: number;
  readonly MaxLength?: number;
  readonly ConstraintDescription?: string;
}

const ref = (Ref: string) => ({ Ref });
const equals = (parameter: string, value: string) => ({ 'Fn::Equals': [ref(parameter), value] });
const isSet = (parameter: string) => ({ 'Fn::Not': [equals(parameter, '')] });

const together = (first: string, second: string) => ({
  'Fn::Or': [
    { 'Fn::And': [equals(first, ''), equals(second, '')] },
    { 'Fn::And': [isSet(first), isSet(second)] },
  ],
});

/** Matches an e-mail address or an empty string. */
const OPTIONAL_ADDRESS =
  "([A-Za-z0-9_'+-]+([.][A-Za-z0-9_'+-]+)*@([A-Za-z0-9][A-Za-z0-9-]*[.])+[A-Za-z]{2,63})?";

export const parameters: Readonly<Record<string, Parameter>> = {
  Stage: {
    Type: 'String',
    Default: 'prod',
    Description: 'Name of this installation. Use svc-forms-<stage> as the name of the stack.',
    // Cognito rejects domains that contain these words.
    AllowedPattern: '^(?!.*(aws|amazon|cognito))[a-z][a-z0-9-]{0,20}$',
    ConstraintDescription:
      'must be up to 21 of a-z, 0-9 and hyphens, start with a letter, and not contain "aws", "amazon" or "cognito"',
  },
  AssetsBucket: {
    Type: 'String',
    Default: '',
    Description: 'Bucket that you uploaded assets.zip to. Leave empty to use AssetsUrl.',
    AllowedPattern: '^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$',
    ConstraintDescription: 'must be the name of a bucket, for example my-releases',
  },
  AssetsKey: {
    Type: 'String',
    Default: 'assets.zip',
    Description: 'Key of assets.zip in AssetsBucket.',
    AllowedPattern: '^[A-Za-z0-9][A-Za-z0-9!_.()/-]{0,511}$',
    ConstraintDescription: 'must be the key of an object, for example svc-forms/1.0.0/assets.zip',
  },
  AssetsUrl: {
    Type: 'String',
    Default: '',
    Description: "URL of assets.zip, if it isn't in one of your buckets.",
    AllowedPattern: '^(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/.{1,1000})?$',
    ConstraintDescription: 'must be an https URL, for example https://example.com/assets.zip',
  },
  MailSender: {
    Type: 'String',
    Default: '',
    Description:
      'Address that e-mails are sent from. Its domain must be verified in SES in this region. Leave empty to send no e-mails.',
    AllowedPattern: `^${OPTIONAL_ADDRESS}$`,
    ConstraintDescription: 'must be an e-mail address, for example forms@example.com',
  },
  MailSenderName: {
    Type: 'String',
    Default: 'Forms',
    Description: 'Name that recipients see next to MailSender.',
    AllowedPattern: '^[A-Za-z0-9]([A-Za-z0-9 _-]{0,58}[A-Za-z0-9])?$',
    ConstraintDescription: 'must be up to 60 of A-Z, a-z, 0-9, spaces, _ and hyphens',
  },
  OwnerEmail: {
    Type: 'String',
    Default: '',
    Description:
      "E-mail address of the first account's owner, who is invited to sign in. Needs MailSender or OidcIssuer. Leave empty to create accounts yourself.",
    AllowedPattern: `^${OPTIONAL_ADDRESS}$`,
    ConstraintDescription: 'must be an e-mail address, for example ada@example.com',
  },
  OidcIssuer: {
    Type: 'String',
    Default: '',
    Description:
      'URL of your OpenID Connect issuer. Leave empty to use a Cognito user pool, which needs MailSender.',
    AllowedPattern: '^(https://[a-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?)?$',
    ConstraintDescription: 'must be an https URL without a query, for example https://login.example.com',
  },
  OidcClientId: {
    Type: 'String',
    Default: '',
    Description:
      'Client ID at the issuer. The client must be public, with the redirect URI <base URL>/console/callback.',
    MaxLength: 255,
  },
  OidcTrustEmail: {
    Type: 'String',
    Default: 'false',
    AllowedValues: ['true', 'false'],
    Description: "Whether the issuer's e-mail addresses count as verified without the claim email_verified.",
  },
  DomainName: {
    Type: 'String',
    Default: '',
    Description: 'Host name of the service. Leave empty to use an AWS host name.',
    AllowedPattern: '^(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z]([a-z0-9-]{0,61}[a-z0-9]))?$',
    ConstraintDescription: 'must be a host name in lower case, for example forms.example.com',
  },
  CertificateArn: {
    Type: 'String',
    Default: '',
    Description:
      'ARN of the ACM certificate for DomainName, in this region. With LargePosts, it must be in us-east-1.',
    AllowedPattern: '^(arn:[a-z-]+:acm:[a-z0-9-]+:[0-9]{12}:certificate/[A-Za-z0-9-]+)?$',
    ConstraintDescription: 'must be the ARN of an ACM certificate',
  },
  HostedZoneId: {
    Type: 'String',
    Default: '',
    Description:
      'Route 53 hosted zone for the DNS records of DomainName. Leave empty to create them yourself.',
    AllowedPattern: '^([A-Z0-9]{1,32})?$',
    ConstraintDescription: 'must be the ID of a hosted zone, for example Z0123456789ABC',
  },
  AlarmEmail: {
    Type: 'String',
    Default: '',
    Description: 'E-mail address for alarms. AWS sends a message to confirm the subscription.',
    AllowedPattern: `^${OPTIONAL_ADDRESS}$`,
    ConstraintDescription: 'must be an e-mail address, for example ops@example.com',
  },
  Canary: {
    Type: 'String',
    Default: 'on prod',
    AllowedValues: ['on prod', 'on', 'off'],
    Description:
      'Whether a test form is submitted every five minutes, with an alarm if its webhook does not arrive.',
  },
  LargePosts: {
    Type: 'String',
    Default: 'false',
    AllowedValues: ['true', 'false'],
    Description:
      'Whether to accept form submissions of more than about 4.5 MB. Adds a CloudFront distribution.',
  },
  LogRetentionDays: {
    Type: 'Number',
    Default: 30,
    AllowedValues: [1, 3, 5, 7, 14, 30, 60, 90, 180, 365],
    Description: 'Days before log entries are deleted.',
  },
  SpamRetentionDays: {
    Type: 'Number',
    Default: 30,
    MinValue: 1,
    MaxValue: 365,
    Description: 'Days before spam is deleted.',
  },
  DeletionProtection: {
    Type: 'String',
    Default: 'false',
    AllowedValues: ['true', 'false'],
    Description:
      'Protects tables and the user pool from deletion. Set it to true after the first deployment has succeeded.',
  },
};

/** The conditions for the options in `options.ts` and a condition for the source of the assets. */
export const conditions: Readonly<Record<string, unknown>> = {
  HasAssetsBucket: isSet('AssetsBucket'),
  HasMailSender: isSet('MailSender'),
  HasOidc: isSet('OidcIssuer'),
  HasDomain: isSet('DomainName'),
  HasHostedZone: { 'Fn::And': [isSet('DomainName'), isSet('HostedZoneId')] },
  HasLargePosts: equals('LargePosts', 'true'),
  HasAlarmEmail: isSet('AlarmEmail'),
  HasOwner: isSet('OwnerEmail'),
  HasCanary: {
    'Fn::Or': [equals('Canary', 'on'), { 'Fn::And': [equals('Canary', 'on prod'), equals('Stage', 'prod')] }],
  },
  IsProtected: equals('DeletionProtection', 'true'),
};

/**
 * Rules for parameters that depend on each other. CloudFormation checks them before it creates any resource.
 */
export const rules: Readonly<Record<string, unknown>> = {
  OneSource: rule(
    {
      'Fn::Or': [
        { 'Fn::And': [isSet('AssetsBucket'), equals('AssetsUrl', '')] },
        { 'Fn::And': [equals('AssetsBucket', ''), isSet('AssetsUrl')] },
      ],
    },
    'Set either AssetsBucket or AssetsUrl.',
  ),
  CertificateOfDomain: rule(
    together('DomainName', 'CertificateArn'),
    'DomainName and CertificateArn must be set together.',
  ),
  DomainOfHostedZone: rule(
    { 'Fn::Or': [equals('HostedZoneId', ''), isSet('DomainName')] },
    'HostedZoneId needs DomainName.',
  ),
  ClientOfIssuer: rule(
    together('OidcIssuer', 'OidcClientId'),
    'OidcIssuer and OidcClientId must be set together.',
  ),
  SignInOfOwner: rule(
    { 'Fn::Or': [equals('OwnerEmail', ''), isSet('MailSender'), isSet('OidcIssuer')] },
    'OwnerEmail needs MailSender or OidcIssuer, so that the owner can sign in.',
  ),
};

function rule(Assert: unknown, AssertDescription: string): unknown {
  return { Assertions: [{ Assert, AssertDescription }] };
}

/** Groups the parameters in the CloudFormation console. */
export const parameterGroups: readonly (readonly [label: string, names: readonly string[]])[] = [
  ['Installation', ['Stage', 'AssetsBucket', 'AssetsKey', 'AssetsUrl']],
  ['E-mail', ['MailSender', 'MailSenderName', 'AlarmEmail']],
  ['Signing in', ['OwnerEmail', 'OidcIssuer', 'OidcClientId', 'OidcTrustEmail']],
  ['Address', ['DomainName', 'CertificateArn', 'HostedZoneId']],
  ['Options', ['LargePosts', 'Canary', 'LogRetentionDays', 'SpamRetentionDays', 'DeletionProtection']],
];
