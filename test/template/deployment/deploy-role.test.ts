/** Tests the role that CI uses for deployments: its trust policy and its permissions. */
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeployRole, type DeployRoleProps } from '../../../lib/ci/deploy-role.ts';
import { testContext } from '../../support/assembly/test-context.ts';

function resourcesOf(props: DeployRoleProps, context: Record<string, unknown> = testContext) {
  const stack = new Stack(new App({ context }), 'ci', {
    env: { account: '111122223333', region: 'eu-central-1' },
  });
  new DeployRole(stack, 'DeployRole', props);
  const resources = Object.values<any>(Template.fromStack(stack).toJSON()['Resources']);
  const ofType = (type: string) =>
    resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
  const [role, ...others] = ofType('AWS::IAM::Role');
  expect(others).toEqual([]);
  const [trust, ...more] = role.AssumeRolePolicyDocument.Statement;
  expect(more).toEqual([]);
  return { providers: ofType('AWS::IAM::OIDCProvider'), role, trust, all: resources };
}

const GITHUB = { github: { repository: 'acme/forms', branches: ['main'], environments: ['production'] } };

it('trusts only jobs of one branch and one environment in a single GitHub repository', () => {
  const { providers, trust } = resourcesOf(GITHUB);
  expect(providers).toEqual([
    { Url: 'https://token.actions.githubusercontent.com', ClientIdList: ['sts.amazonaws.com'] },
  ]);
  expect(trust).toMatchObject({
    Action: 'sts:AssumeRoleWithWebIdentity',
    Effect: 'Allow',
    Principal: { Federated: { 'Fn::GetAtt': [expect.stringMatching(/^DeployRoleProvider/), 'Arn'] } },
  });
  // Only "StringLike" treats an asterisk as a wildcard.
  expect(trust.Condition).toEqual({
    StringEquals: {
      'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
      'token.actions.githubusercontent.com:sub': [
        'repo:acme/forms:ref:refs/heads/main',
        'repo:acme/forms:environment:production',
      ],
    },
  });
});

it('trusts only jobs of one branch in a single GitLab project, including on self-managed GitLab', () => {
  const { providers, trust } = resourcesOf({ gitlab: { project: 'acme/web/forms', branches: ['main'] } });
  expect(providers).toEqual([{ Url: 'https://gitlab.com', ClientIdList: ['https://gitlab.com'] }]);
  expect(trust.Condition).toEqual({
    StringEquals: {
      'gitlab.com:aud': 'https://gitlab.com',
      'gitlab.com:sub': ['project_path:acme/web/forms:ref_type:branch:ref:main'],
    },
  });
  const own = resourcesOf({
    gitlab: { project: 'acme/forms', branches: ['main'], url: 'https://git.acme.example' },
  });
  expect(Object.keys(own.trust.Condition.StringEquals)).toEqual([
    'git.acme.example:aud',
    'git.acme.example:sub',
  ]);
});

it('uses an existing identity provider', () => {
  const providerArn = 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com';
  const { providers, trust } = resourcesOf({ ...GITHUB, providerArn });
  expect(providers).toEqual([]);
  expect(trust.Principal).toEqual({ Federated: providerArn });
});

it('can only assume the roles of the bootstrap stack', () => {
  const { role, all } = resourcesOf({ ...GITHUB, regions: ['eu-central-1', 'us-east-1'] });
  expect(role.Policies.map(({ PolicyDocument }: any) => PolicyDocument.Statement)).toEqual([
    [
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Resource: [
          'arn:aws:iam::111122223333:role/cdk-hnb659fds-deploy-role-111122223333-eu-central-1',
          'arn:aws:iam::111122223333:role/cdk-hnb659fds-deploy-role-111122223333-us-east-1',
          'arn:aws:iam::111122223333:role/cdk-hnb659fds-file-publishing-role-111122223333-eu-central-1',
          'arn:aws:iam::111122223333:role/cdk-hnb659fds-file-publishing-role-111122223333-us-east-1',
          'arn:aws:iam::111122223333:role/cdk-hnb659fds-lookup-role-111122223333-eu-central-1',
          'arn:aws:iam::111122223333:role/cdk-hnb659fds-lookup-role-111122223333-us-east-1',
        ],
      },
    ],
  ]);
  expect(role).not.toHaveProperty('ManagedPolicyArns');
  expect(all.map(({ Type }) => Type).toSorted()).toEqual(['AWS::IAM::OIDCProvider', 'AWS::IAM::Role']);
});

it("deploys to its stack's region with the bootstrap stack's qualifier", () => {
  const { role } = resourcesOf({ ...GITHUB, qualifier: 'acme' });
  const text = JSON.stringify(role.Policies);
  expect(text).toContain('cdk-acme-deploy-role-111122223333-eu-central-1');
  expect(text).not.toContain('hnb659fds');
});

it.each<[string, unknown, string]>([
  ['neither', {}, 'needs either "github" or "gitlab"'],
  ['both', { ...GITHUB, gitlab: { project: 'acme/forms', branches: ['main'] } }, 'needs either'],
  [
    'a whole repository',
    { github: { repository: 'acme/forms' } },
    'needs "branches", "environments" or both',
  ],
  ['a repository pattern', { github: { repository: 'acme/*', branches: ['main'] } }, 'github.repository'],
  ['a branch pattern', { github: { repository: 'acme/forms', branches: ['*'] } }, 'github.branches.0'],
  ['no branch', { gitlab: { project: 'acme/forms', branches: [] } }, 'gitlab.branches'],
  ['a project without a branch', { gitlab: { project: 'acme/forms' } }, 'gitlab.branches'],
  [
    'GitLab over http',
    { gitlab: { project: 'a/b', branches: ['main'], url: 'http://gitlab.com' } },
    'gitlab.url',
  ],
  ['an unknown property', { ...GITHUB, admin: true }, 'admin'],
  ["a provider that isn't an ARN", { ...GITHUB, providerArn: 'github' }, 'providerArn'],
])('refuses %s', (_, props, named) => {
  const stack = new Stack(new App(), 'ci');
  expect(() => new DeployRole(stack, 'DeployRole', props as DeployRoleProps)).toThrow(named);
});

it('is in a separate stack that is deployed as described in docs/operating/ci.md', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../../docs/operating/ci.md'), 'utf8');
  const [, app = '', role = ''] = /npx cdk deploy --app '([^']+)' \\\n\s+-c role='([^']+)'/.exec(manual)!;
  expect(app).toBe('tsx bin/ci-role.ts');
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-ci-'));
  try {
    execFileSync(process.execPath, ['--import', 'tsx', 'bin/ci-role.ts'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        CDK_OUTDIR: folder,
        CDK_CONTEXT_JSON: JSON.stringify({ ...testContext, role }),
      },
    });
    const template = JSON.parse(readFileSync(join(folder, 'svc-forms-ci.template.json'), 'utf8'));
    expect(Object.keys(template.Outputs)).toContain('RoleArn');
    expect(JSON.stringify(template)).toContain('"repo:acme/forms:environment:production"');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
