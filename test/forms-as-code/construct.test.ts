/** Tests the construct that applies a forms file during a deployment, and the function behind it. */
import { jest } from '@jest/globals';
import { App, CfnParameter, Stack } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { applyFormsFile } from '../../lambdas/forms-as-code/apply-forms-file.ts';
import { FormsAsCode, type FormsAsCodeProps } from '../../lib/forms-as-code/forms-as-code.ts';
import { inMemoryApi, type InMemoryApi } from '../support/in-memory-api.ts';

const ARN = 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:';
const FILE = `version: 1
forms:
  contact:
    name: Contact
    notify_emails: ["\${MAIL}"]
    webhooks:
      crm: { url: "\${CRM_URL}", headers: { authorization: "\${CRM_TOKEN}" } }
`;

let folder: string;
let server: Server;
let bodies: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-construct-'));
  mkdirSync(join(folder, 'code'));
  writeFileSync(join(folder, 'code/index.mjs'), 'export const handler = 1;');
  server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  bodies = [];
  // The function logs each failure.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the construct', () => {
  function synthesized(content: string, more: Partial<FormsAsCodeProps> = {}) {
    const app = new App({ outdir: join(folder, 'cdk.out') });
    const stack = new Stack(app, 'forms');
    const file = join(folder, 'site.yaml');
    writeFileSync(file, content);
    new FormsAsCode(stack, 'Forms', {
      file,
      url: 'https://forms.example.com',
      key: Secret.fromSecretCompleteArn(stack, 'Key', `${ARN}key-AbCdEf`),
      secrets: {
        CRM_TOKEN: StringParameter.fromSecureStringParameterAttributes(stack, 'Token', {
          parameterName: '/crm/token',
        }),
      },
      variables: {
        MAIL: new CfnParameter(stack, 'Mail').valueAsString,
        CRM_URL: 'https://crm.example.com/hook',
      },
      bundles: new Map([['forms-as-code/apply-forms-file', join(folder, 'code')]]),
      ...more,
    });
    const assembly = app.synth();
    const { Resources } = JSON.parse(readFileSync(join(assembly.directory, 'forms.template.json'), 'utf8'));
    const only = (type: string): any =>
      Object.values<any>(Resources).filter(({ Type }) => Type === type)[0].Properties;
    return { directory: assembly.directory, Resources, only };
  }

  it('packs the file with the function, which can read the secrets and nothing else', () => {
    const { directory, Resources, only } = synthesized(FILE, { allowDelete: ['old'] });
    const types = Object.values<any>(Resources).map(({ Type }) => Type);
    expect(types.toSorted()).toEqual([
      'AWS::IAM::Role',
      'AWS::Lambda::Function',
      'AWS::Logs::LogGroup',
      'Custom::FormsAsCode',
    ]);
    const { Code, Timeout, Runtime } = only('AWS::Lambda::Function');
    expect([Timeout, Runtime]).toEqual([900, 'nodejs24.x']);
    const asset = join(directory, `asset.${String(Code.S3Key).replace('.zip', '')}`);
    expect(readFileSync(join(asset, 'forms.yaml'), 'utf8')).toBe(FILE);
    const statements = only('AWS::IAM::Role').Policies[0].PolicyDocument.Statement;
    expect(statements.flatMap(({ Action }: any) => Action).toSorted()).toEqual([
      ...['logs:CreateLogStream', 'logs:PutLogEvents', 'secretsmanager:DescribeSecret'],
      ...['secretsmanager:GetSecretValue', 'ssm:DescribeParameters', 'ssm:GetParameter'],
      ...['ssm:GetParameterHistory', 'ssm:GetParameters'],
    ]);
    expect(statements.map(({ Resource }: any) => Resource)).not.toContain('*');
    expect(only('Custom::FormsAsCode')).toEqual({
      ServiceToken: expect.anything(),
      ServiceTimeout: '3600',
      Url: 'https://forms.example.com',
      KeyArn: `${ARN}key-AbCdEf`,
      Variables: { MAIL: { Ref: 'Mail' }, CRM_URL: 'https://crm.example.com/hook' },
      Secrets: { CRM_TOKEN: expect.objectContaining({ 'Fn::Join': expect.anything() }) },
      AllowDelete: ['old'],
      FileHash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const changed = synthesized(FILE.replace('name: Contact', 'name: Changed'), { allowDelete: 'all' });
    expect(changed.only('Custom::FormsAsCode').FileHash).not.toBe(only('Custom::FormsAsCode').FileHash);
    expect(changed.only('Custom::FormsAsCode').AllowDelete).toEqual(['*']);
    expect(changed.only('AWS::Lambda::Function').Code.S3Key).not.toBe(Code.S3Key);
  });

  it('refuses mistakes in the file during synthesis', () => {
    const file = join(folder, 'site.yaml');
    expect(() => synthesized(FILE.replace('name:', 'nmae:'))).toThrow(
      `${file}:4:5: forms.contact.nmae is not a known name (did you mean "name"?)`,
    );
    expect(() => synthesized(FILE, { secrets: {} })).toThrow(
      `${file}:7:59: forms.contact.webhooks.crm.headers.authorization needs the environment variable CRM_TOKEN, which is not set`,
    );
  });
});

describe('the function', () => {
  const secrets = new Map([
    [`${ARN}key`, 'management-key'],
    [`${ARN}token`, 'hidden-token'],
  ]);

  async function run(api: InMemoryApi, RequestType: string, file = FILE, more: object = {}): Promise<any> {
    const handle = applyFormsFile({
      readFile: () => Promise.resolve(file),
      readSecret: (arn) => Promise.resolve({ value: secrets.get(arn)!, storedAt: 0 }),
      connect: (config) => {
        expect(config).toMatchObject({ baseUrl: 'https://forms.example.com', key: 'management-key' });
        return api;
      },
    });
    const ResourceProperties = {
      ServiceToken: 'arn',
      Url: 'https://forms.example.com',
      KeyArn: `${ARN}key`,
      Variables: { MAIL: 'ann@example.com', CRM_URL: 'https://crm.example.com/hook' },
      Secrets: { CRM_TOKEN: `${ARN}token` },
      AllowDelete: [],
      ...more,
    };
    await handle({
      RequestType,
      ResponseURL: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
      StackId: 'arn:aws:cloudformation:eu-central-1:111122223333:stack/forms/1',
      RequestId: 'one',
      LogicalResourceId: 'Forms',
      ...(RequestType !== 'Create' && { PhysicalResourceId: 'forms' }),
      ...(RequestType === 'Update' && { OldResourceProperties: {} }),
      ResourceProperties,
    });
    const body = bodies.pop()!;
    expect(Buffer.byteLength(body)).toBeLessThan(4096);
    return JSON.parse(body);
  }

  it('applies the file, repeats a request without a change, and rolls back to the previous file', async () => {
    const api = inMemoryApi();
    const created = {
      Status: 'SUCCESS',
      PhysicalResourceId: 'forms',
      Data: { Created: '2', Changed: '0', Deleted: '0' },
    };
    expect(await run(api, 'Create')).toMatchObject(created);
    const { writes } = api;
    expect(await run(api, 'Create')).toMatchObject({ Data: { Created: '0', Changed: '0', Deleted: '0' } });
    expect(api.writes).toBe(writes);
    expect(await run(api, 'Update', FILE.replace('name: Contact', 'name: Changed'))).toMatchObject({
      Status: 'SUCCESS',
      Data: { Created: '0', Changed: '1', Deleted: '0' },
    });
    expect(await run(api, 'Update')).toMatchObject({ Data: { Changed: '1' } });
    expect(api.actual().forms.map(({ view }) => view.name)).toEqual(['Contact']);
  });

  it('keeps everything when the resource is deleted, and deletes a form only if that is allowed', async () => {
    const api = inMemoryApi();
    await run(api, 'Create');
    expect(await run(api, 'Delete')).toMatchObject({ Status: 'SUCCESS' });
    const other = 'version: 1\nforms: { other: { name: Other } }\n';
    await run(api, 'Update', other);
    expect(api.forms.size).toBe(2);
    expect(await run(api, 'Update', other, { AllowDelete: ['contact'] })).toMatchObject({
      Data: { Deleted: '1' },
    });
    expect(api.actual().forms.map(({ view }) => view.slug)).toEqual(['other']);
  });

  it('reports mistakes with their places, without secrets, in a response that CloudFormation accepts', async () => {
    const api = inMemoryApi();
    const wrong = `version: 1\nforms:\n  contact:\n    redirect_url: "\${CRM_TOKEN}"\n    status: opened\n`;
    const failed = await run(api, 'Create', wrong);
    expect(failed.Status).toBe('FAILED');
    expect(failed.Reason).toContain('forms.yaml:5:13: forms.contact.status must be one of');
    const unknown = Array.from({ length: 1000 }, (_, at) => `    wrong_${at}: ${'x'.repeat(200)}\n`);
    const long = await run(api, 'Create', `version: 1\nforms:\n  contact:\n${unknown.join('')}`);
    expect(long.Status).toBe('FAILED');
    const refusing = {
      ...api,
      request: () =>
        Promise.resolve({
          status: 403,
          etag: undefined,
          body: {},
          detail: 'No: hidden-token, management-key',
        }),
    };
    const refused = await run(refusing, 'Create');
    expect(refused.Reason).toBe('No: ***, ***');
    expect(JSON.stringify([failed, long, refused])).not.toMatch(/hidden-token|management-key/);
    const logged = jest.mocked(console.error).mock.calls.map((call) => String(call[0]));
    expect(logged.join('')).not.toMatch(/hidden-token|management-key/);
    expect(api.writes).toBe(0);
  });
});
