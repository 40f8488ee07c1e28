/**
 * Creates the SNS topics that receive alarm notifications: the stage's own topic, the topic from
 * `svc:alarmTopicArn`, or both.
 */
import { Annotations, Aspects, CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
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
  // The topic has no KMS key, because a key costs $1 a month. SNS encrypts its disks, and notifications don't contain
  // any submission data. Teams that need a key create their own topic and set `svc:alarmTopicArn`.
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true });
  // `enforceSSL` replaces the default topic policy, which lets alarms in the same account publish. Add this
  // permission again.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  // Don't use `addSubscription`, because it would put the address into the logical ID.
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
