/**
 * Creates the SNS topics that receive alarm notifications: the stage's own topic, the topic from
 * `svc:alarmTopicArn`, or both.
 */
import { Annotations, Aspects, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Subscription, SubscriptionProtocol, Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';
import { ServiceAlarm } from './service-alarm.ts';

/**
 * Makes every alarm in `scope` notify the topics. Call this after all alarms have been created. If
 * `svc:alarmTopicArn` is not set, the stage gets its own topic, and you can add subscriptions to it.
 * @param prefix prevents collisions with other alarms in a team's own stack
 * @returns the stage's own topic if it has one, otherwise the topic from the settings
 */
export function connectAlarms(scope: Construct, settings: StageSettings, prefix: string): ITopic {
  const { alarmEmail, alarmTopicArn, runbookUrl } = settings;
  const given = alarmTopicArn === undefined ? [] : [Topic.fromTopicArn(scope, 'GivenAlarms', alarmTopicArn)];
  const own = alarmEmail !== undefined || given.length === 0 ? [makeTopic(scope, alarmEmail)] : [];
  const topics = [...own, ...given];
  for (const each of scope.node.findAll())
    if (each instanceof ServiceAlarm) each.notify(topics, runbookUrl, prefix);
  const [first] = topics as [ITopic];
  new CfnOutput(scope, 'AlarmTopic', { value: first.topicArn });
  return first;
}

function makeTopic(scope: Construct, email: string | undefined): Topic {
  const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
  // Alarms can't publish to a topic that is encrypted with the AWS managed key `alias/aws/sns`, because the
  // key's policy doesn't let CloudWatch use it. The topic's policy decides which accounts' alarms may
  // publish.
  const masterKey = new Key(scope, 'AlarmsKey', {
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
    pendingWindow: Duration.days(7),
  });
  masterKey.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true, masterKey });
  // `enforceSSL` replaces the default topic policy, which lets alarms in the same account publish. Add this
  // permission again.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  // `addSubscription` would put the address into the logical id.
  if (email !== undefined)
    new Subscription(topic, 'Email', { topic, endpoint: email, protocol: SubscriptionProtocol.EMAIL });
  warnWithoutSubscribers(topic);
  return topic;
}

/**
 * Adds a warning during synthesis if the alarm topic has no subscription. An app can subscribe after creating
 * the service, so this isn't an error.
 */
function warnWithoutSubscribers(topic: Topic): void {
  Aspects.of(topic).add({
    visit: (node) => {
      if (node !== topic || topic.node.findAll().some((each) => each instanceof Subscription)) return;
      Annotations.of(topic).addWarningV2(
        'svc-forms:nobody-hears-alarms',
        'Nobody is notified of alarms. Set svc:alarmEmail or svc:alarmTopicArn, or add a subscription to the alarm topic.',
      );
    },
  });
}
