/** An alarm of the service: what it means for users, what to do, and where the runbook says more. */
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
  /** It rings at this value, or from there on. */
  readonly threshold: number;
  /** What the value is compared by; "at least" when absent. */
  readonly comparison?: ComparisonOperator;
  /** Periods of the metric in a row that have to be so; 1 when absent. */
  readonly periods?: number;
  /** Whether it rings when there is nothing to measure. */
  readonly ringsWithoutData?: boolean;
  /** What it means for users, in a sentence. */
  readonly meaning: string;
  /** What to do first, in a sentence. */
  readonly remedy: string;
  /** The heading of its section in `docs/operations.md`, as an anchor. */
  readonly section: string;
}

/** Over which time what is counted is put together. */
export const FIVE_MINUTES = { period: Duration.minutes(5) } as const;

export class ServiceAlarm extends Alarm {
  readonly #text: string;
  readonly #section: string;

  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id, {
      metric: props.metric,
      threshold: props.threshold,
      comparisonOperator: props.comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: props.periods ?? 1,
      treatMissingData: props.ringsWithoutData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.#text = `${props.meaning} ${props.remedy}`;
    this.#section = props.section;
  }

  /**
   * Lets the alarm reach somebody.
   * @param topics who is told
   * @param runbook where `docs/operations.md` can be read
   */
  ringAt(topics: readonly ITopic[], runbook: string): void {
    this.addAlarmAction(...topics.map((topic) => new SnsAction(topic)));
    (this.node.defaultChild as CfnAlarm).alarmDescription = `${this.#text} ${runbook}#${this.#section}`;
  }
}
