/**
 * Lists AWS prices for the resources that a submission uses: US dollars per million units, us-east-1, on
 * demand, without free tiers, in November 2026.
 */
export interface ListPrice {
  readonly what: string;
  /** Price in US dollars per million units. */
  readonly perMillion: number;
  readonly page: string;
}

export const LIST_PRICES = {
  requests: {
    what: 'requests to the HTTP API',
    perMillion: 1,
    page: 'https://aws.amazon.com/api-gateway/pricing/',
  },
  invocations: {
    what: 'function invocations',
    perMillion: 0.2,
    page: 'https://aws.amazon.com/lambda/pricing/',
  },
  gigabyteSeconds: {
    what: 'GB-seconds of functions (arm64)',
    perMillion: 13.3334,
    page: 'https://aws.amazon.com/lambda/pricing/',
  },
  readUnits: {
    what: 'read units of DynamoDB',
    perMillion: 0.125,
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  },
  writeUnits: {
    what: 'write units of DynamoDB',
    perMillion: 0.625,
    page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  },
  queueRequests: { what: 'requests to SQS', perMillion: 0.4, page: 'https://aws.amazon.com/sqs/pricing/' },
  objectWrites: { what: 'writes to S3', perMillion: 5, page: 'https://aws.amazon.com/s3/pricing/' },
  objectReads: { what: 'reads from S3', perMillion: 0.4, page: 'https://aws.amazon.com/s3/pricing/' },
  emails: { what: 'e-mails by SES', perMillion: 100, page: 'https://aws.amazon.com/ses/pricing/' },
  events: {
    what: 'own events of EventBridge',
    perMillion: 1,
    page: 'https://aws.amazon.com/eventbridge/pricing/',
  },
  // CloudWatch Logs cost $0.50 per gigabyte. A gigabyte is a million kilobytes.
  logKilobytes: {
    what: 'kilobytes of logs',
    perMillion: 0.5,
    page: 'https://aws.amazon.com/cloudwatch/pricing/',
  },
} as const satisfies Record<string, ListPrice>;

export type Used = Readonly<Record<keyof typeof LIST_PRICES, number>>;
