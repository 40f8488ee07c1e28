/**
 * Defines a CloudWatch alarm. The alarm's description contains the impact, the first step and a link to the
 * runbook. The alarm's id is also its logical ID, part of its name, and the heading of its section in
 * `docs/runbook.md`.
 */
import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  TreatMissingData,
  type CfnAlarm,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface ServiceAlarmProps {
  readonly metric: IMetric;
  readonly threshold: number;
  /** Number of periods to evaluate. Defaults to 1. */
  readonly evaluationPeriods?: number;
  /** Number of these periods that must breach the threshold. Defaults to all of them. */
  readonly datapointsToAlarm?: number;
  /**
   * Also notifies when the metric stops reporting data, which moves the alarm to INSUFFICIENT_DATA. A new
   * alarm is already in this state, so a first deployment doesn't send a notification. Treating missing data
   * as breaching would send a notification for each new alarm.
   */
  readonly notifyIfMissing?: true;
  /** What happened and how it affects users, in one or two sentences. */
  readonly impact: string;
  /** What to do first, in one or two sentences. */
  readonly action: string;
}

/** The metric period that alarms use by default. */
export const FIVE_MINUTES = { period: Duration.minutes(5) } as const;

export class ServiceAlarm extends Alarm {
  readonly #name: string;
  readonly #text: string;
  readonly #notifyIfMissing: boolean;

  /**
   * Creates the alarm.
   * @param name unique among a stage's alarms, for example `PostsFail`
   */
  constructor(scope: Construct, name: string, props: ServiceAlarmProps) {
    const { impact, action, notifyIfMissing = false, ...ofAlarm } = props;
    super(scope, name, {
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: notifyIfMissing ? TreatMissingData.MISSING : TreatMissingData.NOT_BREACHING,
      ...ofAlarm,
    });
    this.#name = name;
    this.#text = `${impact} ${action}`;
    this.#notifyIfMissing = notifyIfMissing;
  }

  /**
   * Sends the alarm's notifications to these topics, adds the runbook link to its description, and sets its
   * logical id.
   * @param prefix prevents collisions with other alarms in a team's own stack
   */
  notify(topics: readonly ITopic[], runbookUrl: string, prefix: string): void {
    const actions = topics.map((topic) => new SnsAction(topic));
    this.addAlarmAction(...actions);
    if (this.#notifyIfMissing) this.addInsufficientDataAction(...actions);
    const resource = this.node.defaultChild as CfnAlarm;
    resource.overrideLogicalId(`${prefix}${this.#name}`);
    resource.alarmDescription = `${this.#text} ${runbookUrl}#${this.#name.toLowerCase()}`;
  }
}
