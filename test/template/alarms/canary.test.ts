/** Tests a stage's canary: the resources that it adds, its role's permissions, and when its alarm fires. */
import { ofType, templateWith, type StageTemplate } from '../../support/assembly/templates.ts';
import { statementsOfRole } from '../../support/assembly/role-statements.ts';

const off = (): StageTemplate => templateWith({ 'svc:stage': 'test' });
const on = (): StageTemplate => templateWith({ 'svc:stage': 'test', 'svc:canary': {} });
const withoutHash = (id: string): string => id.replace(/[0-9A-F]{8}$/, '');

it("is off by default and doesn't change other resources when it is turned on", () => {
  expect(JSON.stringify(off())).not.toContain('Canary');
  for (const [id, resource] of Object.entries(off().Resources))
    // Saved queries name all log groups.
    if (resource.Type !== 'AWS::Logs::QueryDefinition') expect(on().Resources[id]).toEqual(resource);
  const added = Object.keys(on().Resources).filter((id) => !(id in off().Resources));
  expect(
    added
      .map(withoutHash)
      .map((id) => id.replace(/(AllowEventRule).*/, '$1'))
      .toSorted(),
  ).toEqual([
    'CanaryRunCanaryFunction',
    'CanaryRunCanaryFunctionFunctionUrl',
    'CanaryRunCanaryFunctioninvokefunction',
    'CanaryRunCanaryFunctioninvokefunctionurl',
    'CanaryRunCanaryLog',
    'CanaryRunCanaryRole',
    'CanarySchedule',
    'CanaryScheduleAllowEventRule',
    'CanarySilent',
  ]);
});

it('can access only its own account, form, and webhook', () => {
  const [[role]] = ofType(on(), 'AWS::IAM::Role').filter(([id]) => id.startsWith('CanaryRunCanaryRole')) as [
    [string, unknown],
  ];
  const statements = statementsOfRole(on().Resources, role);
  const onTables = statements.flatMap(({ Action, Resource, Condition }: any) => {
    const tables = [...JSON.stringify(Resource).matchAll(/Storage(\w+)Table/g)].map(([, table]) => table);
    const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
    return tables.map((table) => [table, [Action].flat().join(), keys]);
  });
  expect(onTables).toEqual([
    ['Accounts', 'dynamodb:PutItem', 'acc_CANARY000000*'],
    ['Forms', 'dynamodb:PutItem', 'acc_CANARY000000*'],
    ['FormSlugs', 'dynamodb:PutItem', 'frm_CANARY0000*'],
    ['Webhooks', 'dynamodb:GetItem,dynamodb:PutItem', 'frm_CANARY0000*'],
    ['Counters', 'dynamodb:GetItem,dynamodb:PutItem', 'canary#*'],
  ]);
});

it('receives its webhook URL from its schedule', () => {
  const [[, { Properties: rule }]] = ofType(on(), 'AWS::Events::Rule').filter(([id]) =>
    id.startsWith('CanarySchedule'),
  ) as [any];
  expect(rule.ScheduleExpression).toBe('rate(5 minutes)');
  const [[url, { Properties: opened }]] = ofType(on(), 'AWS::Lambda::Url') as [any];
  expect(opened.AuthType).toBe('NONE');
  expect(rule.Targets[0].Input).toEqual({
    'Fn::Join': ['', ['{"receiver_url":"', { 'Fn::GetAtt': [url, 'FunctionUrl'] }, '"}']],
  });
});

it.each([
  [{}, 300],
  [{ everyMinutes: 1 }, 60],
])("raises an alarm if three runs in a row fail or don't start: %j", (canary, Period) => {
  const template = templateWith({ 'svc:stage': 'test', 'svc:canary': canary });
  const { Properties: alarm } = template.Resources['CanarySilent']!;
  expect(alarm).toMatchObject({
    Namespace: 'AWS/Lambda',
    MetricName: 'Errors',
    Statistic: 'Sum',
    Period,
    EvaluationPeriods: 3,
    Threshold: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    TreatMissingData: 'missing',
  });
  expect(alarm!['InsufficientDataActions']).toEqual(alarm!['AlarmActions']);
});

it('runs on the prod stage unless it is turned off', () => {
  expect(templateWith({}).Resources).toHaveProperty('CanarySilent');
  expect(templateWith({ 'svc:canary': false }).Resources).not.toHaveProperty('CanarySilent');
  expect(() => templateWith({ 'svc:canary': true })).toThrow(
    'Invalid setting "svc:canary": must be false or an object, for example {"everyMinutes": 5}',
  );
});
