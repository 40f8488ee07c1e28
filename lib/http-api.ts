/** The HTTP API: one route and one function for each operation of `lambdas/operations.ts`. */
import { Duration } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, HttpMethod, HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { entryOf, operations, type OperationName } from '../lambdas/operations.ts';
import { ServiceFunction, type Stage, type Use } from './service-function.ts';

/** Megabytes, where the usual ones would be too slow: a whole vCPU comes with this many. */
const MEMORY: Partial<Record<OperationName, number>> = { exportSubmissions: 1769 };

export interface HttpApiProps extends Stage {
  /** What each operation's function uses, beyond the base URL that all of them know. */
  readonly uses: Readonly<Record<OperationName, readonly Use[]>>;
}

export class ServiceApi extends Construct {
  readonly #api: HttpApi;

  constructor(scope: Construct, id: string, { uses, settings, bundles }: HttpApiProps) {
    super(scope, id);
    const stage = { settings, bundles };
    const unmatched = new ServiceFunction(this, 'Unmatched', {
      ...stage,
      entry: 'http/unmatched',
      description: 'Answers everything that no route takes with a problem document',
      uses: [],
    });
    this.#api = new HttpApi(this, 'Api', {
      defaultIntegration: new HttpLambdaIntegration('Unmatched', unmatched.lambda),
      description: 'Form submissions: ingest and management',
      createDefaultStage: false,
      // A preflight goes to the default route like all that no route takes. With these set the gateway adds CORS
      // headers, also to its own refusals, and none of a function gets through.
      corsPreflight: {
        allowOrigins: ['*'],
        allowMethods: [CorsHttpMethod.ANY],
        allowHeaders: ['content-type', 'authorization', 'idempotency-key'],
        exposeHeaders: ['x-request-id', 'retry-after', 'location'],
        maxAge: Duration.hours(1),
      },
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.#api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: settings.apiThrottle.rate, burstLimit: settings.apiThrottle.burst },
    });

    for (const operation of Object.values(operations)) {
      const fn = new ServiceFunction(this, capitalised(operation.name), {
        ...stage,
        entry: entryOf(operation),
        description: `${operation.method} ${operation.path}: ${operation.summary}`,
        // The gateway waits 30 s; the function says so itself before that.
        timeout: Duration.seconds(29),
        memory: MEMORY[operation.name],
        uses: [this.baseUrl, ...uses[operation.name]],
      });
      const integration = new HttpLambdaIntegration(operation.name, fn.lambda);
      this.#api.addRoutes({ path: operation.path, methods: [HttpMethod[operation.method]], integration });
    }
    this.baseUrl(unmatched);
  }

  /** Where clients reach the service. */
  readonly baseUrl: Use = (fn) => fn.setVariable('BASE_URL', this.url);

  get url(): string {
    return this.#api.apiEndpoint;
  }
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
