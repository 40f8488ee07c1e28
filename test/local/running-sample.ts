/** Runs the sample app in a temporary folder. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CREDENTIALS, REGION } from '../../local/aws-names.ts';
import { RunnerFolder } from '../../local/runner-folder.ts';
import { EdgeServer } from '../../local/edge/edge-server.ts';
import { runStack, type RunningStack } from '../../local/run-stack.ts';
import { RunningServices } from '../../local/running-services.ts';
import { Receiver } from './receiver.ts';
import { synthesiseSample } from './sample-app.ts';

export class RunningSample {
  readonly receiver = new Receiver();
  readonly directory = mkdtempSync(path.join(tmpdir(), 'svc-local-'));
  readonly errors: string[] = [];
  stack!: RunningStack;
  url = '';
  #assembly!: { assembly: string; stackName: string };
  #services = new RunningServices();
  #concurrency: number | undefined;

  /** @param concurrency maximum number of concurrent invocations */
  static async start(concurrency?: number): Promise<RunningSample> {
    const sample = new RunningSample();
    sample.#concurrency = concurrency;
    sample.#assembly = synthesiseSample(sample.directory, await sample.receiver.start());
    await sample.run();
    return sample;
  }

  /** Stops the stack and keeps its data folder. */
  async halt(): Promise<void> {
    await this.#services.stop();
  }

  /** Runs the stack with the data of a previous run. */
  async run(): Promise<void> {
    this.#services = new RunningServices();
    const folder = this.#services.add(await RunnerFolder.open(path.join(this.directory, 'state')));
    const http = this.#services.add(await EdgeServer.listen(0));
    const onError = (line: string): void => void this.errors.push(line);
    this.stack = this.#services.add(
      await runStack({
        ...this.#assembly,
        folder,
        http,
        onError,
        ...(this.#concurrency !== undefined && { concurrency: this.#concurrency }),
      }),
    );
    this.url = http.endpoint;
  }

  async stop(): Promise<void> {
    await this.halt();
    await this.receiver.stop();
    rmSync(this.directory, { recursive: true });
  }

  dynamodb(): DynamoDBClient {
    return new DynamoDBClient({ ...CLIENT, endpoint: this.stack.endpoints.dynamodb });
  }

  sqs(): SQSClient {
    return new SQSClient({ ...CLIENT, endpoint: this.stack.endpoints.sqs });
  }

  lambda(): LambdaClient {
    return new LambdaClient(this.lambdaSettings());
  }

  lambdaSettings(): object {
    return { ...CLIENT, endpoint: this.stack.endpoints.lambda };
  }

  stepFunctions(): SFNClient {
    return new SFNClient({ ...CLIENT, endpoint: this.stack.endpoints.stepFunctions });
  }

  /** Returns the folder where the emulator stores a bucket's objects. */
  bucketFolder(bucket: string): string {
    return path.join(this.directory, 'state', 's3', bucket);
  }
}

const CLIENT = { region: REGION, credentials: CREDENTIALS };
