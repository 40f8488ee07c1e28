/** Creates the budget that notifies the operator when the AWS account costs more than expected. */
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';

/** Notification thresholds, in percent of the budget. */
const NOTIFICATIONS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/**
 * Creates a budget for the whole AWS account. A budget for the stage's tags would stay at 0 until the tags
 * are activated as cost allocation tags. The budget has no fixed name, because CloudFormation replaces it
 * when the e-mail address changes, and two budgets can't have the same name.
 * @param amount USD in a calendar month
 */
export function makeMonthlyBudget(scope: Construct, amount: number, email: string): void {
  new CfnBudget(scope, 'MonthlyBudget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
    notificationsWithSubscribers: NOTIFICATIONS.map((notification) => ({
      notification: { ...notification, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    })),
  });
}
