/**
 * A CloudWatch alarm whose description tells operators the impact, what to do first, and where to find the
 * runbook.
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
  /** How to compare the metric with the threshold. Defaults to "greater than or equal to". */
  readonly comparisonOperator?: ComparisonOperator;
  /** Number of consecutive periods that must breach the threshold. Defaults to 1. */
  readonly evaluationPeriods?: number;
  /** How to treat missing data. Defaults to not breaching. */
  readonly treatMissingData?: TreatMissingData;
  /** What happened and how it affects users, in one or two sentences. */
  readonly impact: string;
  /** What to do first, in one or two sentences. */
  readonly action: string;
  /** Anchor of the alarm's section in the runbook, `docs/operations.md`. */
  readonly section: string;
}

/** The default metric period. */
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

  /** Sends the alarm's notifications to these topics, and adds the runbook link to its description. */
  notify(topics: readonly ITopic[], runbookUrl: string): void {
    this.addAlarmAction(...topics.map((topic) => new SnsAction(topic)));
    (this.node.defaultChild as CfnAlarm).alarmDescription = `${this.#text} ${runbookUrl}#${this.#section}`;
  }
}
