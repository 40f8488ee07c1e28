/** A CloudWatch alarm of the service whose description tells an operator the impact, the first action and the runbook. */
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
  /** "Greater than or equal to" when absent. */
  readonly comparisonOperator?: ComparisonOperator;
  /** Consecutive periods of the metric that must breach the threshold; 1 when absent. */
  readonly evaluationPeriods?: number;
  /** Not breaching when absent. */
  readonly treatMissingData?: TreatMissingData;
  /** What happened and what it means for users, in one or two sentences. */
  readonly impact: string;
  /** What to do first, in one or two sentences. */
  readonly action: string;
  /** Anchor of the alarm's section in `docs/operations.md`. */
  readonly section: string;
}

/** The usual period of a metric. */
export const FIVE_MINUTES = { period: Duration.minutes(5) } as const;

export class ServiceAlarm extends Alarm {
  readonly #text: string;
  readonly #section: string;

  constructor(scope: Construct, id: string, { impact, action, section, ...props }: ServiceAlarmProps) {
    super(scope, id, {
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...props,
    });
    this.#text = `${impact} ${action}`;
    this.#section = section;
  }

  /** Notifies these topics, and adds the link to the runbook to the alarm's description. */
  notify(topics: readonly ITopic[], runbookUrl: string): void {
    this.addAlarmAction(...topics.map((topic) => new SnsAction(topic)));
    (this.node.defaultChild as CfnAlarm).alarmDescription = `${this.#text} ${runbookUrl}#${this.#section}`;
  }
}
