/** Where alarms ring: a topic of the stage, with an address where one is set, and any other topic. */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { ServiceAlarm } from './service-alarm.ts';

/**
 * Gives every alarm under `scope` its action and its description, so none can be forgotten; to be called when all are
 * made. A stage that names no topic has one of its own, to which anything can subscribe.
 * @returns the topic of the stage, or the one that its settings name
 */
export function connectAlarms(scope: Construct, settings: StageSettings): ITopic {
  const { alarmEmail, alarmTopicArn, runbookUrl } = settings;
  const given = alarmTopicArn === undefined ? [] : [Topic.fromTopicArn(scope, 'GivenAlarms', alarmTopicArn)];
  const own = alarmEmail !== undefined || given.length === 0 ? [ownTopic(scope, alarmEmail)] : [];
  const topics = [...own, ...given];
  for (const each of scope.node.findAll()) if (each instanceof ServiceAlarm) each.ringAt(topics, runbookUrl);
  const [first] = topics as [ITopic];
  new CfnOutput(scope, 'AlarmTopic', { value: first.topicArn });
  return first;
}

function ownTopic(scope: Construct, email: string | undefined): Topic {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true });
  // With a policy of its own a topic loses the one by which the alarms of its account may publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
  return topic;
}
