import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { stageSettings } from '../../lib/settings/stage-settings.ts';
import { templateWith } from '../support/assembly/templates.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';

let without: Template;

beforeAll(() => {
  without = templateOf({});
});

const templateOf = (context: Record<string, unknown>): Template =>
  Template.fromJSON({ ...templateWith({ 'svc:stage': 'test', ...context }) });

const resources = (of: Template, type: string): [string, any][] =>
  Object.entries(of.findResources(type)).map(([id, { Properties }]) => [id, Properties]);
const variablesOf = (of: Template, name: string): unknown[] =>
  resources(of, 'AWS::Lambda::Function')
    .map(([, { Environment }]) => Environment?.Variables?.[name])
    .filter((value) => value !== undefined);

describe('a stage without a mail sender', () => {
  it('has no e-mail queue or function and shows in its forms that e-mails are disabled', () => {
    expect(resources(without, 'AWS::SQS::Queue').filter(([id]) => id.includes('Email'))).toEqual([]);
    expect(JSON.stringify(without.toJSON())).not.toContain('ses:Send');
    expect(variablesOf(without, 'EMAILS_QUEUE_URL')).toEqual([]);
    expect(new Set(variablesOf(without, 'EMAIL_ENABLED'))).toEqual(new Set(['false']));
  });
});

describe('a stage with a mail sender', () => {
  let template: Template;
  let statements: any[];

  beforeAll(() => {
    template = templateOf({ 'svc:mailSender': 'Forms <forms@mail.example.com>', 'svc:emailConcurrency': 7 });
    const [[, { Role }]] = sendEmailFunctions(template) as [[string, any]];
    statements = statementsOfRole(template.toJSON()['Resources'], Role['Fn::GetAtt'][0]);
  });

  const sendEmailFunctions = (of: Template): [string, any][] =>
    resources(of, 'AWS::Lambda::Function').filter(([id]) => id.startsWith('EmailSendingSendEmail'));
  const statementOf = (action: string) => statements.filter(({ Action }) => [Action].flat().includes(action));

  it('shows in its forms that e-mails are enabled', () => {
    expect(new Set(variablesOf(template, 'EMAIL_ENABLED'))).toEqual(new Set(['true']));
  });

  it("lets only one function send e-mails, and only from the sender's address with its domain's identity", () => {
    const senders = resources(template, 'AWS::IAM::Role').filter(([, role]) =>
      JSON.stringify(role).includes('ses:'),
    );
    expect(senders).toHaveLength(1);
    const [statement, ...others] = statementOf('ses:SendEmail');
    expect(others).toEqual([]);
    expect(statement).toMatchObject({
      Action: ['ses:SendEmail', 'ses:SendRawEmail'],
      Condition: { StringEquals: { 'ses:FromAddress': 'forms@mail.example.com' } },
    });
    expect(JSON.stringify(statement.Resource)).toContain(':identity/mail.example.com');
  });

  it('can use its configuration set, because SES requires this permission in addition to the identity', () => {
    const [[set]] = resources(template, 'AWS::SES::ConfigurationSet') as [[string, any]];
    const [{ Resource }] = statementOf('ses:SendEmail');
    expect(Resource).toHaveLength(2);
    const [, ownSet] = Resource.toSorted((a: unknown) => (JSON.stringify(a).includes('identity') ? -1 : 1));
    expect(ownSet['Fn::Join'][1].slice(-2)).toEqual([':configuration-set/', { Ref: set }]);
    expect(variablesOf(template, 'MAIL_CONFIGURATION_SET')).toEqual([{ Ref: set }]);
  });

  it('uses the identities from the settings, if any', () => {
    const identity = 'arn:aws:ses:eu-west-1:123456789012:identity/example.com';
    const given = templateOf({
      'svc:mailSender': 'forms@mail.example.com',
      'svc:mailIdentityArns': [identity],
    });
    given.hasResourceProperties('AWS::IAM::Role', {
      Policies: [
        {
          PolicyDocument: {
            Statement: Match.arrayWith([
              Match.objectLike({
                Action: ['ses:SendEmail', 'ses:SendRawEmail'],
                Resource: [identity, Match.anyValue()],
              }),
            ]),
          },
        },
      ],
    });
  });

  it("hides the challenge secret and other functions' counters and locks from the sending function", () => {
    const [forms] = statementOf('dynamodb:GetItem').filter(({ Resource }) =>
      JSON.stringify(Resource).includes('StorageForms'),
    );
    const attributes = forms.Condition['ForAllValues:StringEquals']['dynamodb:Attributes'];
    // The attributes that the function can read don't include the form's challenge secret.
    expect(attributes).toEqual([
      'account_id',
      'form_id',
      'slug',
      'name',
      'notify_emails',
      'app_recipients',
      'recipient_filters',
      'autoresponder',
      'language',
      'brand',
      'notify_subject',
      'fields',
      'time_zone',
    ]);
    const keys = statementOf('dynamodb:PutItem').map(
      ({ Condition }) => Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys'],
    );
    expect(keys.toSorted()).toEqual(['autoresponse#*', 'email#*']);
  });

  it('raises an alarm if e-mails are late', () => {
    const [[, queue], ...others] = resources(template, 'AWS::SQS::Queue').filter(([id]) =>
      /EmailSendingEmailsQueue/.test(id),
    ) as [[string, any]];
    expect(others).toEqual([]);
    expect(queue).toMatchObject({ VisibilityTimeout: 180, MessageRetentionPeriod: 1_209_600 });
    const [[, alarm]] = resources(template, 'AWS::CloudWatch::Alarm').filter(
      ([id]) => id === 'LateEmails',
    ) as [[string, any]];
    expect(alarm.AlarmDescription).toContain('Notifications, autoresponses, replies');
  });

  it('sends e-mails with the configured concurrency and reports partial failures', () => {
    const [[id]] = sendEmailFunctions(template) as [[string, any]];
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionName: { Ref: id },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 7 },
    });
  });

  it("doesn't read the stream more often than without e-mails", () => {
    const readers = (of: Template): number =>
      resources(of, 'AWS::Lambda::EventSourceMapping').filter(([, { EventSourceArn }]) =>
        JSON.stringify(EventSourceArn).includes('StorageSubmissions'),
      ).length;
    expect(readers(template)).toBe(readers(without));
    expect(readers(template)).toBeLessThanOrEqual(2);
  });

  it('gives the queue to every function whose changes cause e-mails', () => {
    const told = resources(template, 'AWS::Lambda::Function')
      .filter(([, { Environment }]) => Environment?.Variables?.['EMAILS_QUEUE_URL'])
      .map(([id]) => id);
    for (const part of ['FanOut', 'Sweep', 'Deliver', 'ReplayDelivery', 'SendEmail']) {
      expect(told.some((id) => id.includes(part))).toBe(true);
    }
  });
});

describe('SES events', () => {
  let template: Template;
  let set: string;

  beforeAll(() => {
    template = templateOf({ 'svc:mailSender': 'Forms <forms@mail.example.com>' });
    [[set]] = resources(template, 'AWS::SES::ConfigurationSet') as [[string, any]];
  });

  it('go from the configuration set to the default bus', () => {
    template.resourceCountIs('AWS::SES::ConfigurationSet', 1);
    template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      ConfigurationSetName: { Ref: set },
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: [
          'delivery',
          'bounce',
          'complaint',
          'reject',
          'renderingFailure',
          'deliveryDelay',
        ],
        EventBridgeDestination: {
          EventBusArn: { 'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp(':event-bus/default$')])] },
        },
      },
    });
  });

  it('go through a rule for this configuration set only, to a queue with a dead-letter queue', () => {
    const [[, queue]] = resources(template, 'AWS::SQS::Queue').filter(([id]) =>
      id.startsWith('EmailSendingEventsEmailEventsQueue'),
    ) as [[string, any]];
    const deadLetters = queue.RedrivePolicy.deadLetterTargetArn;
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.ses'],
        'detail-type': [
          'Email Delivered',
          'Email Bounced',
          'Email Complaint Received',
          'Email Rejected',
          'Email Rendering Failed',
          'Email Delivery Delayed',
        ],
        detail: { mail: { tags: { 'ses:configuration-set': [{ Ref: set }] } } },
      },
      Targets: [
        Match.objectLike({
          DeadLetterConfig: { Arn: deadLetters },
          RetryPolicy: { MaximumRetryAttempts: 185 },
        }),
      ],
    });
  });

  it('are recorded by a function that can change records but not read them', () => {
    const [[role]] = resources(template, 'AWS::IAM::Role').filter(([id]) =>
      id.startsWith('EmailSendingEventsRecordEmailEvent'),
    ) as [[string, any]];
    const actions = statementsOfRole(template.toJSON()['Resources'], role).flatMap(({ Action }) => Action);
    // CDK merges the identical permissions on the e-mail log and the recipients table.
    expect(actions.filter((action: string) => action.startsWith('dynamodb:')).toSorted()).toEqual([
      'dynamodb:ConditionCheckItem',
      'dynamodb:UpdateItem',
    ]);
  });

  it("are counted from the e-mail log's stream, in order", () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionName: { Ref: Match.stringLikeRegexp('CountEmails') },
      ParallelizationFactor: 1,
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              eventName: ['INSERT', 'MODIFY'],
              dynamodb: {
                NewImage: { status: { S: ['sent', 'delivered', 'bounced', 'complained', 'skipped'] } },
              },
            }),
          },
        ],
      },
    });
  });
});

it.each([
  [{ 'svc:mailSender': 'not an address' }, 'Invalid setting "svc:mailSender"'],
  [{ 'svc:mailSender': 'Forms\nBcc: x <forms@example.com>' }, 'Invalid setting "svc:mailSender"'],
  [
    { 'svc:mailIdentityArns': ['arn:aws:ses:eu-west-1:123456789012:identity/*'] },
    'Invalid setting "svc:mailIdentityArns.0"',
  ],
])('refuses %j', (context, message) => {
  expect(() => stageSettings(new App({ context }).node)).toThrow(message);
});
