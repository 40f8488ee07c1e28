/**
 * Creates the SNS topics that receive alarm notifications: the stage's own topic, the topic from
 * `svc:alarmTopicArn`, or both.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';
import { ServiceAlarm } from './service-alarm.ts';

/**
 * Connects every alarm below `scope` to the topics. Call it after all alarms have been created. If
 * `svc:alarmTopicArn` is not set, the stage gets its own topic, to which you can add subscriptions.
 * @returns the stage's own topic if it has one, otherwise the topic from the settings
 */
export function connectAlarms(scope: Construct, settings: StageSettings): ITopic {
  const { alarmEmail, alarmTopicArn, runbookUrl } = settings;
  const given = alarmTopicArn === undefined ? [] : [Topic.fromTopicArn(scope, 'GivenAlarms', alarmTopicArn)];
  const own = alarmEmail !== undefined || given.length === 0 ? [makeTopic(scope, alarmEmail)] : [];
  const topics = [...own, ...given];
  for (const each of scope.node.findAll()) if (each instanceof ServiceAlarm) each.notify(topics, runbookUrl);
  const [first] = topics as [ITopic];
  new CfnOutput(scope, 'AlarmTopic', { value: first.topicArn });
  return first;
}

function makeTopic(scope: Construct, email: string | undefined): Topic {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true });
  // `enforceSSL` replaces the default topic policy, which lets alarms in the same account publish. This
  // statement restores that permission.
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
