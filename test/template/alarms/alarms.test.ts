/** Tests the alarms, the dashboard and the logs of a stage with every setting turned on. */
import { readFileSync } from 'node:fs';
import { templateWith } from '../../support/assembly/templates.ts';
import { statementsOfRole } from '../../support/assembly/role-statements.ts';

type Resources = Record<string, { Type: string; Properties: any }>;

const MAIL = { 'svc:mailSender': 'Forms <forms@mail.example.com>' };
/** Settings that add alarms. */
const ALARMING = { 'svc:backup': {}, 'svc:eventBus': true, 'svc:canary': {} };
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:on-call';

let stage: Resources;
/** Resources of a stage with every setting that adds alarms turned on. */
let full: Resources;
beforeAll(() => {
  stage = synth({ ...MAIL, 'svc:alarmEmail': 'ops@example.com' });
  full = synth({ ...MAIL, 'svc:alarmEmail': 'ops@example.com', ...ALARMING });
});

const synth = (context: Record<string, unknown>): Resources =>
  templateWith({ 'svc:stage': 'test', ...context }).Resources as Resources;
const ofType = (resources: Resources, type: string): [string, any][] =>
  Object.entries(resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => [id, Properties]);
const alarmsOf = (resources: Resources): [string, any][] => ofType(resources, 'AWS::CloudWatch::Alarm');
const topicIds = (resources: Resources): string[] => ofType(resources, 'AWS::SNS::Topic').map(([id]) => id);
/** Returns the number of metrics that an alarm reads, because CloudWatch charges for each of them. */
const metricsOf = ({ Metrics }: any): number =>
  Metrics === undefined ? 1 : Metrics.filter((each: any) => each.MetricStat !== undefined).length;

/** Returns the headings of the runbook's sections about alarms. */
const sections = (): string[] => {
  const text = readFileSync('docs/runbook.md', 'utf8');
  const [, alarms = ''] = /\n## Alarms\n([^]*?)(\n## |$)/.exec(text) ?? [];
  return [...alarms.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
};

describe('every alarm', () => {
  it("notifies the stage's topic", () => {
    const topics = topicIds(full);
    expect(topics).toHaveLength(1);
    for (const [id, { AlarmActions }] of alarmsOf(full))
      expect([id, AlarmActions]).toEqual([id, [{ Ref: topics[0] }]]);
  });

  it('has a section in the runbook under its logical ID, and every section has an alarm', () => {
    expect(
      alarmsOf(full)
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(sections().toSorted());
  });

  it('describes its impact and the response and links to its section', () => {
    for (const [id, { AlarmDescription }] of alarmsOf(full)) {
      const [, text = '', section = ''] = /^(.+) docs\/runbook\.md#([\w-]+)$/.exec(AlarmDescription) ?? [];
      expect(text).toMatch(/^[A-Z].{30,}\. [A-Z].{15,}\.$/);
      expect(section).toBe(id.toLowerCase());
      // CloudWatch limits alarm descriptions to 1,024 characters.
      expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
    }
  });

  // CloudWatch evaluates a new alarm immediately. If there is no data, an alarm that treats missing data as
  // breaching changes from INSUFFICIENT_DATA to ALARM, and sends a notification with each first deployment
  // (aws-cloudformation/cloudformation-coverage-roadmap, issue 2486).
  it('sends no notification on a first deployment, when there is no data yet', () => {
    for (const [id, alarm] of alarmsOf(full)) {
      const { AlarmActions, InsufficientDataActions, TreatMissingData } = alarm;
      expect([id, TreatMissingData]).toEqual([id, InsufficientDataActions ? 'missing' : 'notBreaching']);
      if (InsufficientDataActions) expect(InsufficientDataActions).toEqual(AlarmActions);
    }
  });

  it('evaluates at most one day, or one week if its period is an hour or longer', () => {
    for (const context of [{}, { 'svc:sweepMinutes': 60, 'svc:canary': { everyMinutes: 60 } }])
      for (const [, { Period, Metrics, EvaluationPeriods }] of alarmsOf(synth({ ...MAIL, ...context }))) {
        const period = Period ?? Math.max(...Metrics.map((each: any) => each.MetricStat?.Period ?? 0));
        expect(period % 60).toBe(0);
        expect(period * EvaluationPeriods).toBeLessThanOrEqual(period < 3600 ? 86_400 : 604_800);
      }
  });

  it("links to the stage's runbook URL", () => {
    const [[, alarm]] = alarmsOf(synth({ 'svc:runbookUrl': 'https://wiki.example.com/forms' })) as [any];
    expect(alarm.AlarmDescription).toMatch(/\. https:\/\/wiki\.example\.com\/forms#[\w-]+$/);
  });
});

describe('the alarm topic', () => {
  it("belongs to the stage, has the stage's subscriber, and accepts alarms from this account", () => {
    expect(ofType(stage, 'AWS::SNS::Subscription').map(([, of]) => [of.Protocol, of.Endpoint])).toEqual([
      ['email', 'ops@example.com'],
    ]);
    const [[, policy]] = ofType(stage, 'AWS::SNS::TopicPolicy') as [any];
    expect(policy.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
  });

  // A KMS key costs $1 a month, and alarms can't use the free key `alias/aws/sns` (AWS re:Post, "How do I
  // configure a CloudWatch alarm with an encrypted Amazon SNS topic?").
  it('has no KMS key and only accepts encrypted connections', () => {
    const [[, topic]] = ofType(full, 'AWS::SNS::Topic') as [any];
    expect(topic?.KmsMasterKeyId).toBeUndefined();
    expect(ofType(stage, 'AWS::KMS::Key')).toEqual([]);
    const [[, policy]] = ofType(full, 'AWS::SNS::TopicPolicy') as [any];
    expect(policy.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });

  it("can be the team's own topic, and an e-mail address is notified as well", () => {
    const given = synth({ 'svc:alarmTopicArn': TOPIC });
    expect(topicIds(given)).toEqual([]);
    for (const [, { AlarmActions }] of alarmsOf(given)) expect(AlarmActions).toEqual([TOPIC]);

    const both = synth({ 'svc:alarmTopicArn': TOPIC, 'svc:alarmEmail': 'ops@example.com' });
    for (const [, { AlarmActions }] of alarmsOf(both))
      expect(AlarmActions).toEqual([{ Ref: topicIds(both)[0] }, TOPIC]);
  });

  it('exists even without any settings, so that other systems can subscribe', () => {
    const plain = synth({});
    expect(topicIds(plain)).toHaveLength(1);
    expect(ofType(plain, 'AWS::SNS::Subscription')).toEqual([]);
    for (const [, { AlarmActions }] of alarmsOf(plain)) expect(AlarmActions).toHaveLength(1);
  });
});

describe('alarms', () => {
  const withMetric = (name: string): any[] =>
    alarmsOf(full)
      .map(([, alarm]) => alarm)
      .filter(({ MetricName }) => MetricName === name);
  const named = (id: string, resources = full): any => resources[id]!.Properties;

  const functionOf = (id: string): any => full[id]!.Properties;
  const mappings = () => ofType(full, 'AWS::Lambda::EventSourceMapping').map(([, of]) => of);
  /** Returns the functions that read a queue or stream and whose own alarm reads this metric. */
  const ownAlarms = (metric: string): unknown[] =>
    withMetric(metric).map(
      ({ Dimensions }) => Dimensions[0].Value.Ref ?? Dimensions[0].Value['Fn::GetAtt'][0],
    );

  it("cover the age of every queue's messages, in their own alarm or in the one for late work", () => {
    const own = ownAlarms('ApproximateAgeOfOldestMessage');
    expect(own.map((id) => String(id).replace(/Queue[0-9A-F]{8}$/, ''))).toEqual([
      'EmailSendingEmails',
      'WebhookDeliveryDeliveries',
    ]);
    const others = mappings().filter(
      ({ StartingPosition, EventSourceArn }) =>
        StartingPosition === undefined && !own.includes(EventSourceArn['Fn::GetAtt'][0]),
    );
    expect(others).toHaveLength(8);
    for (const { FunctionName } of others)
      expect(Number(functionOf(FunctionName.Ref).Environment.Variables.LATE_AFTER_SECONDS)).toBeGreaterThan(
        0,
      );
    expect(named('LateWork')).toMatchObject({ MetricName: 'LateWork', Threshold: 1, Statistic: 'Sum' });
  });

  it('cover every function that reads a stream, in its own alarm or in the one for late work', () => {
    const streams = mappings().filter(({ StartingPosition }) => StartingPosition !== undefined);
    // Includes the event source mappings of the three streams that feed the event bus.
    expect(streams).toHaveLength(9);
    const own = ownAlarms('IteratorAge');
    expect(own).toHaveLength(1);
    const others = new Set(
      streams.map(({ FunctionName }) => FunctionName.Ref).filter((id) => !own.includes(id)),
    );
    expect(others.size).toBe(6);
    for (const id of others)
      expect(Number(functionOf(id).Environment.Variables.LATE_AFTER_SECONDS)).toBeLessThanOrEqual(3600);
  });

  it('cover the dead letters of every queue, which the sweeper counts', () => {
    const queues = ofType(full, 'AWS::SQS::Queue');
    const deadLetters = queues.flatMap(
      ([, of]) => of.RedrivePolicy?.deadLetterTargetArn['Fn::GetAtt'][0] ?? [],
    );
    expect(new Set(deadLetters).size).toBe(10);
    const [[, schedule]] = ofType(full, 'AWS::Events::Rule').filter(([id]) =>
      id.includes('SweepSchedule'),
    ) as [any];
    const watched = JSON.stringify(schedule.Targets[0].Input);
    const [[, policy]] = ofType(full, 'AWS::IAM::ManagedPolicy').filter(([id]) =>
      id.includes('WatchQueues'),
    ) as [any];
    const [{ Action, Resource }] = policy.PolicyDocument.Statement;
    expect(Action).toBe('sqs:GetQueueAttributes');
    for (const [id] of queues) {
      expect(watched).toContain(`"${id}","QueueName"`);
      expect(JSON.stringify(Resource)).toContain(`"${id}"`);
    }
    // The runbook lists the queues of both alarms.
    const ofAlarm = (alarm: string): string[] =>
      [...watched.matchAll(/\\"(\w+)\\",\\"(Dead\w+)\\"/g)].flatMap(([, id = '', metric]) =>
        metric === alarm ? [id.toLowerCase()] : [],
      );
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    for (const alarm of ['DeadNotifications', 'DeadJobs']) {
      const [, section = ''] = new RegExp(`\n### ${alarm}\n([^]*?)\n### `).exec(runbook) ?? [];
      const listed = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, id]) => id);
      expect(listed.toSorted()).toEqual(ofAlarm(alarm).toSorted());
    }
  });

  it('fire if the sweeper fails in two of three runs or stops running', () => {
    const expected = { MetricName: 'Errors', Threshold: 1, EvaluationPeriods: 3, DatapointsToAlarm: 2 };
    expect(named('SweepFails')).toMatchObject({ ...expected, Period: 300, TreatMissingData: 'missing' });
    expect(named('SweepFails', synth({ 'svc:sweepMinutes': 60 }))).toMatchObject({
      ...expected,
      Period: 3600,
    });
  });

  it.each([1, 5, 10, 60])(
    'find a value from the sweeper in every period if it runs every %d minutes',
    (minutes) => {
      const resources = synth({ 'svc:sweepMinutes': minutes });
      for (const name of [
        'DeadNotifications',
        'DeadJobs',
        'FailedRecordsWait',
        'SubmissionsMissed',
        'StreamsStopped',
      ])
        expect(named(name, resources)).toMatchObject({ Period: 2 * minutes * 60, Statistic: 'Maximum' });
    },
  );

  it.each([
    ['ApiFaults', { Threshold: 1 }],
    ['PostsFail', { Threshold: 3 }],
    [
      'PostsSlow',
      { ExtendedStatistic: 'p99', MetricName: 'Duration', Threshold: 3000, EvaluationPeriods: 3 },
    ],
    ['FunctionsThrottled', { Namespace: 'AWS/Lambda', MetricName: 'Throttles' }],
    ['TablesThrottled', { Namespace: 'svc-forms-test', MetricName: 'ThrottledCalls' }],
    [
      'FailedRecordsWait',
      { Namespace: 'svc-forms-test', MetricName: 'FailedBatches', Threshold: 1, EvaluationPeriods: 2 },
    ],
    ['DeadNotifications', { Namespace: 'svc-forms-test', MetricName: 'DeadNotifications', Threshold: 1 }],
    ['DeadJobs', { Namespace: 'svc-forms-test', MetricName: 'DeadJobs', Threshold: 1 }],
    [
      'PostsThrottled',
      { Namespace: 'svc-forms-test', MetricName: 'ThrottledRequests', Period: 300, Threshold: 10 },
    ],
    ['SignInsFail', { Namespace: 'svc-forms-test', MetricName: 'FailedSignIns', Period: 900, Threshold: 5 }],
    ['SubmissionsMissed', { Namespace: 'svc-forms-test', MetricName: 'MissedSubmissions', Threshold: 1 }],
    ['StreamsStopped', { Namespace: 'svc-forms-test', MetricName: 'StoppedStreams', Threshold: 1 }],
    [
      'ResumeFormJobsFails',
      { MetricName: 'Errors', Period: 3600, EvaluationPeriods: 3, TreatMissingData: 'missing' },
    ],
    ['EmailsBounce', { MetricName: 'Reputation.BounceRate', Threshold: 0.05 }],
    ['EmailsAreSpam', { MetricName: 'Reputation.ComplaintRate', Threshold: 0.001 }],
    ['LaddersFail', { Namespace: 'AWS/Events', MetricName: 'TriggeredRules', Threshold: 1 }],
    ['BackupsFail', { Threshold: 1 }],
  ])('%s has the expected metric and threshold', (id, expected) => {
    expect(named(id)).toMatchObject(expected);
  });

  it("fire if a backup fails or doesn't start", () => {
    const { Metrics } = named('BackupsFail');
    const counted = Metrics.flatMap(({ MetricStat }: any) => MetricStat?.Metric ?? []);
    const [[vault]] = ofType(full, 'AWS::Backup::BackupVault') as [any];
    expect(counted).toEqual(
      ['NumberOfBackupJobsFailed', 'NumberOfBackupJobsAborted'].map((MetricName) => ({
        Namespace: 'AWS/Backup',
        MetricName,
        Dimensions: [{ Name: 'BackupVaultName', Value: { 'Fn::GetAtt': [vault, 'BackupVaultName'] } }],
      })),
    );
  });

  it("match the runbook's number of alarms and metrics", () => {
    const costs = (resources: Resources): [number, number] => {
      const alarms = alarmsOf(resources);
      return [alarms.length, alarms.reduce((sum, [, alarm]) => sum + metricsOf(alarm), 0)];
    };
    expect(costs(stage)).toEqual([21, 23]);
    expect(costs(synth({ ...MAIL, 'svc:eventBus': true }))).toEqual([21, 23]);
    expect(costs(synth({ ...MAIL, 'svc:canary': {} }))).toEqual([22, 24]);
    expect(costs(synth({ ...MAIL, 'svc:backup': {} }))).toEqual([22, 25]);
    const docs = readFileSync('docs/operating/alarms.md', 'utf8').replaceAll(/\s+/g, ' ');
    expect(docs).toContain('21 alarms watch 23 metrics');
    expect(docs).toContain(
      '`canary` setting adds one alarm with one metric, and `backup` adds one alarm with two metrics',
    );
  });
});

it('counts submissions refused by the gateway or Lambda and failed sign-ins by their log lines', () => {
  const filters = ofType(full, 'AWS::Logs::MetricFilter').map(([, of]) => [
    of.MetricTransformations[0].MetricName,
    of.FilterPattern,
  ]);
  expect(filters).toEqual([
    [
      'ThrottledRequests',
      '{ $.message = "access" && (($.status = "429" && $.function_status = "-") || $.function_status = "429") }',
    ],
    ['FailedSignIns', '{ $.sign_in = * }'],
  ]);
  expect(ofType(synth({ 'svc:console': false }), 'AWS::Logs::MetricFilter')).toHaveLength(1);
});

it('lets the sweeper read the state of the event source mappings for streams, but of no others', () => {
  const streams = ofType(full, 'AWS::Lambda::EventSourceMapping')
    .filter(([, { StartingPosition }]) => StartingPosition !== undefined)
    .map(([id]) => id);
  expect(streams).toHaveLength(9);
  const [[, sweeper]] = ofType(full, 'AWS::Lambda::Function').filter(([id]) => id.includes('Sweep')) as [any];
  const named = JSON.stringify(sweeper.Environment.Variables.STREAM_MAPPINGS);
  const statements = statementsOfRole(full, sweeper.Role['Fn::GetAtt'][0]);
  const [{ Resource }] = statements.filter(({ Action }: any) => Action === 'lambda:GetEventSourceMapping');
  const allowed = Resource.map((each: any) => each['Fn::Join'][1].at(-1).Ref);
  expect(allowed.toSorted()).toEqual(streams.toSorted());
  for (const id of streams) expect(named).toContain(`{"Ref":"${id}"}`);
  expect(named).toContain('FanOut');
});

describe('the budget', () => {
  it('notifies the alarm e-mail address about the costs of the AWS account', () => {
    const [[, { Budget, NotificationsWithSubscribers }], ...others] = ofType(
      synth({ 'svc:monthlyBudget': 50, 'svc:alarmEmail': 'ops@example.com' }),
      'AWS::Budgets::Budget',
    ) as [any];
    expect(others).toEqual([]);
    // With a fixed name, changing the address would fail, because that replaces the budget.
    expect(Budget).toEqual({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 50, Unit: 'USD' },
    });
    expect(
      NotificationsWithSubscribers.map(({ Notification, Subscribers }: any) => [
        Notification.NotificationType,
        Notification.Threshold,
        Subscribers,
      ]),
    ).toEqual(
      [
        ['ACTUAL', 80],
        ['ACTUAL', 100],
        ['FORECASTED', 100],
      ].map((each) => [...each, [{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }]]),
    );
    expect(ofType(full, 'AWS::Budgets::Budget')).toEqual([]);
  });

  it('needs an address', () => {
    expect(() => synth({ 'svc:monthlyBudget': 50 })).toThrow(
      'Invalid setting "svc:monthlyBudget": needs "alarmEmail", which is notified',
    );
  });
});

it('measures how many records are waiting in every bucket for failed records', () => {
  const destinations = new Set(
    ofType(full, 'AWS::Lambda::EventSourceMapping').flatMap(
      ([, { DestinationConfig }]) => DestinationConfig?.OnFailure.Destination['Fn::GetAtt'][0] ?? [],
    ),
  );
  expect(destinations.size).toBe(7);
  const [[, sweeper]] = ofType(full, 'AWS::Lambda::Function').filter(([id]) => id.includes('Sweep')) as [any];
  const told = JSON.stringify(sweeper.Environment.Variables.FAILED_RECORDS_BUCKETS);
  const role = JSON.stringify(full[sweeper.Role['Fn::GetAtt'][0]]);
  for (const bucket of destinations) {
    expect(told).toContain(`{"Ref":"${bucket}"}`);
    expect(role).toContain(bucket);
  }
});

describe('the dashboard', () => {
  const body = (): { widgets: any[] } => {
    const [[, dashboard]] = ofType(stage, 'AWS::CloudWatch::Dashboard') as [any];
    const text = dashboard.DashboardBody['Fn::Join'][1]
      .map((part: unknown) => (typeof part === 'string' ? part : 'x'))
      .join('');
    return JSON.parse(text);
  };

  it('has the region in its name, because dashboards are global', () => {
    const [[, { DashboardName }]] = ofType(stage, 'AWS::CloudWatch::Dashboard') as [any];
    expect(DashboardName).toEqual({ 'Fn::Join': ['', ['svc-forms-test-', { Ref: 'AWS::Region' }]] });
  });

  it('shows user-facing metrics and costs without exceeding the free number of metrics', () => {
    const graphs = body().widgets.map(({ properties }) => properties);
    expect(graphs.map(({ title }) => title)).toEqual([
      'Form submissions by outcome',
      'Spam and submissions over the quota or rate limit',
      'Latency, ms',
      'Requests and errors',
      'Deliveries by outcome',
      'Delivery age, s and ms',
      'Throttling and failed batches',
      'Cost: requests, functions, retries',
      'Cost: table reads and writes, log volume',
      'E-mails sent by the AWS account',
      'SES reputation of the AWS account',
    ]);
    const metrics = graphs.flatMap((each) => each.metrics);
    expect(metrics.length).toBeLessThanOrEqual(50);
  });
});

describe('logs', () => {
  it("include the gateway's line for each request, without its path, in the functions' log group", () => {
    const [[, { AccessLogSettings }]] = ofType(stage, 'AWS::ApiGatewayV2::Stage') as [any];
    const [[, submitForm]] = ofType(stage, 'AWS::Lambda::Function').filter(([id]) =>
      id.startsWith('HttpSubmitForm'),
    ) as [any];
    expect(AccessLogSettings.DestinationArn['Fn::GetAtt'][0]).toBe(submitForm.LoggingConfig.LogGroup.Ref);
    expect(JSON.parse(AccessLogSettings.Format)).toMatchObject({
      message: 'access',
      request_id: '$context.requestId',
      route: '$context.routeKey',
      status: '$context.status',
    });
    // Confirmation links have a secret in their path.
    expect(AccessLogSettings.Format).not.toContain('$context.path');
  });

  it("include the retry state machine's errors", () => {
    const [[, ladder]] = ofType(stage, 'AWS::StepFunctions::StateMachine') as [any];
    expect(ladder.LoggingConfiguration).toMatchObject({ Level: 'ERROR' });
    expect(ladder.LoggingConfiguration.Destinations).toHaveLength(1);
  });
});

it('turns on tracing only if it is configured', () => {
  const traced = synth({ 'svc:tracing': true });
  const modes = (resources: Resources): unknown[] =>
    ofType(resources, 'AWS::Lambda::Function')
      .filter(([, { Runtime }]) => Runtime === 'nodejs24.x')
      .map(([, { TracingConfig }]) => TracingConfig?.Mode);
  expect(new Set(modes(traced))).toEqual(new Set(['Active']));
  expect(new Set(modes(stage))).toEqual(new Set([undefined]));
  const [[, ladder]] = ofType(traced, 'AWS::StepFunctions::StateMachine') as [any];
  expect(ladder.TracingConfiguration).toEqual({ Enabled: true });
});

describe('concurrency', () => {
  const mappings = (resources: Resources): any[] =>
    ofType(resources, 'AWS::Lambda::EventSourceMapping').map(([, of]) => of);
  /**
   * Returns the maximum concurrency of background work: each queue's limit, one for each stream (which has a
   * single shard), and one for each schedule.
   */
  const inBackground = (resources: Resources): number =>
    mappings(resources).reduce<number>(
      (sum, { ScalingConfig, ParallelizationFactor }) =>
        sum + Number(ScalingConfig?.MaximumConcurrency ?? ParallelizationFactor),
      0,
    ) +
    ofType(resources, 'AWS::Events::Rule').filter(([, { ScheduleExpression }]) => ScheduleExpression).length;

  it('is limited for all background work to the values in the runbook', () => {
    const docs = readFileSync('docs/operating/concurrency.md', 'utf8').replaceAll(/\s+/g, ' ');
    expect(inBackground(stage)).toBe(97);
    expect(docs.includes('97 concurrent invocations in all')).toBe(true);
    expect(inBackground(synth({ ...MAIL, 'svc:eventBus': true }))).toBe(105);
    expect(inBackground(synth({ ...MAIL, 'svc:canary': {} }))).toBe(98);
    expect(docs.includes('eight more with `eventBus` and one with `canary`')).toBe(true);
    expect(docs.includes('deliveries never use more than 60 concurrent invocations')).toBe(true);
    const small = { 'svc:deliverConcurrency': 2, 'svc:slowDeliverConcurrency': 2 };
    expect(inBackground(synth({ ...MAIL, ...small }))).toBe(41);
  });

  it("has the same limit for retries, because the retry state machine can't invoke functions and sends to only one queue", () => {
    const [[, { RoleArn, DefinitionString }]] = ofType(stage, 'AWS::StepFunctions::StateMachine') as [any];
    const statements = statementsOfRole(stage, RoleArn['Fn::GetAtt'][0]);
    const actions = statements
      .flatMap(({ Action }: any) => Action)
      .filter((each: string) => !each.startsWith('logs:'));
    expect(actions).toEqual(['sqs:SendMessage']);
    expect(JSON.stringify(DefinitionString)).toContain(':states:::sqs:sendMessage');
    expect(JSON.stringify(DefinitionString)).not.toContain('lambda');
  });

  it('is reserved for form submissions only if this is configured', () => {
    const reserved = (resources: Resources): unknown[] =>
      ofType(resources, 'AWS::Lambda::Function').flatMap(([id, { ReservedConcurrentExecutions }]) =>
        ReservedConcurrentExecutions === undefined
          ? []
          : [[id.replace(/Function.*/, ''), ReservedConcurrentExecutions]],
      );
    expect(reserved(stage)).toEqual([]);
    expect(reserved(synth({ 'svc:ingestReservedConcurrency': 50 }))).toEqual([['HttpSubmitForm', 50]]);
  });
});
