/** Saves the CloudWatch Logs Insights queries that the runbook refers to (docs/runbook.md). */
import { CfnQueryDefinition, LogGroup, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';

export interface SavedQueriesProps {
  readonly settings: StageSettings;
  /** Log group of the API's functions and the gateway. */
  readonly requests: ILogGroup;
  /** The construct that contains all of the service's log groups. */
  readonly service: Construct;
}

interface SavedQuery {
  /** Which log groups to search. Logs Insights charges by the amount of data that a query scans. */
  readonly in: 'all' | 'requests';
  readonly query: readonly string[];
}

/** The queries by name. Each string is a command. The commands are joined with pipes. */
export const savedQueries: Readonly<Record<string, SavedQuery>> = {
  'one submission': {
    in: 'all',
    query: [
      'fields @timestamp, message, delivery_id, webhook_id, attempt, status, duration_ms, reason, problem, request_id, @log',
      'filter submission_id = "sub_REPLACE"',
      'sort @timestamp',
      'limit 1000',
    ],
  },
  'errors by function': {
    in: 'all',
    query: [
      // Includes Lambda's own reports, which it only writes for invocations that failed or timed out.
      'filter level = "ERROR" or @message like /platform.report/',
      'stats count(*) as lines, max(@timestamp) as last by @log, message, operation, error.name',
      'sort lines desc',
    ],
  },
  'slow posts': {
    in: 'requests',
    query: [
      'fields @timestamp, form_id, submission_id, status, problem, duration_ms, request_id',
      'filter message = "request" and operation = "submitForm" and duration_ms >= 1000',
      'sort duration_ms desc',
      'limit 100',
    ],
  },
  'throttled posts': {
    in: 'requests',
    query: [
      'filter (message = "access" and status = 429 and function_status = "-") or (message = "access" and function_status = 429) or (message = "request" and operation = "submitForm" and problem in ["rate-limited", "quota-exceeded"])',
      'stats count(*) as posts, min(@timestamp) as first, max(@timestamp) as last by route, problem, form_id',
      'sort posts desc',
    ],
  },
  'webhook failures': {
    in: 'all',
    query: [
      'filter message = "Webhook attempt" and (status < 200 or status >= 300)',
      'stats count(*) as failures, avg(duration_ms) as ms, max(@timestamp) as last by webhook_id, host, form_id, status, reason',
      'sort failures desc',
      'limit 100',
    ],
  },
};

export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, { settings, requests, service }: SavedQueriesProps) {
    super(scope, id);
    const all = service.node.findAll().filter((each) => each instanceof LogGroup);
    const groups = { all, requests: [requests] };
    for (const [name, { in: searched, query }] of Object.entries(savedQueries))
      new CfnQueryDefinition(this, name.replaceAll(' ', ''), {
        // The part before the slash becomes a folder in the console.
        name: `svc-forms-${settings.stage}/${name}`,
        queryString: query.join('\n| '),
        logGroupNames: groups[searched].map(({ logGroupName }) => logGroupName),
      });
  }
}
