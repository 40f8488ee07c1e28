/** Runs a bundled function in this process, as Lambda does, so that its memory and CPU time can be measured. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { pathToFileURL } from 'node:url';

const [, , bundle = ''] = process.argv;
const { handler } = (await import(pathToFileURL(bundle).href)) as {
  handler: (event: APIGatewayProxyEventV2, context: object) => Promise<APIGatewayProxyStructuredResultV2>;
};

process.on('message', (event: APIGatewayProxyEventV2) => {
  void (async () => {
    const started = performance.now();
    const cpu = process.cpuUsage();
    const result = await handler(event, { awsRequestId: 'bench' });
    const { user, system } = process.cpuUsage(cpu);
    process.send?.({
      result,
      ms: performance.now() - started,
      cpuMs: (user + system) / 1000,
      // The operating system counts in kilobytes.
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
    });
  })();
});
process.send?.('ready');
