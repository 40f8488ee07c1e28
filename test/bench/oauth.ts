/** Measures `POST /oauth/token` and a request with an app's token: DynamoDB calls, round trips and units. */
import { signIn } from '../support/samples/people.ts';
import { meterOf, type MeteredCall } from '../support/emulators/dynamodb-meter.ts';
import { newAccount, newKey } from '../support/samples/accounts.ts';
import { appFlow, newTestApp } from '../support/samples/apps.ts';
import { setFunctionEnvironment, type Answered } from '../support/service/handlers.ts';
import { spread } from './figures.ts';
import { withOperations } from './with-operations.ts';

const SAMPLES = 50;
/** Number of warm-up calls, which load the handlers and open their connections. */
const WARM_UP = 3;
/** Delay added to each call in milliseconds, so that calls in the same round trip overlap. */
const ROUND_TRIP_MS = 25;

export async function benchOauth(): Promise<void> {
  await withOperations(async ({ stores, call }) => {
    const meter = await meterOf(stores.endpoint, { delayMs: ROUND_TRIP_MS });
    setFunctionEnvironment({ endpoint: meter.endpoint });
    const account = await newAccount(stores);
    const { cookies } = await signIn(stores, account.accountId, { role: 'owner' });
    const flow = appFlow(call, await newTestApp(stores, account.accountId), cookies);
    const { id, key } = await newKey(stores, account.accountId, 'management');
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: key };
    let tokens = await flow.connect();

    const measure = async <Given>(
      title: string,
      prepare: () => Promise<Given> | Given,
      run: (given: Given) => Promise<Answered>,
    ) => {
      const times: number[] = [];
      let calls: MeteredCall[] = [];
      for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
        const given = await prepare();
        meter.take();
        const { status, text, ms } = await run(given);
        if (status !== 200) throw new Error(`${title} → ${status} ${text}`);
        calls = meter.take();
        if (sample >= 0) times.push(ms);
      }
      const units = calls.reduce((sum, each) => sum + each.units, 0);
      const names = calls.map(({ operation, tables }) => `${operation} ${tables.map(shortName).join('+')}`);
      console.log(`${title}: ${calls.length} calls in ${roundTrips(calls)} round trips, ${units} units`);
      console.log(`  ${names.join(', ')}\n  at ${ROUND_TRIP_MS} ms per call: ${spread(times)}`);
    };

    await measure(
      'client_credentials',
      () => undefined,
      () => call('issueToken', { body: new URLSearchParams(form) }),
    );
    await measure('authorization_code', flow.code, (code) => flow.redeem(code));
    await measure(
      'refresh_token',
      () => undefined,
      async () => {
        const response = await flow.refresh(tokens.refresh);
        tokens = { ...tokens, access: response.body.access_token, refresh: response.body.refresh_token };
        return response;
      },
    );
    await measure(
      'refresh_token, retried after a lost response',
      async () => {
        const lost = tokens.refresh;
        tokens = { ...tokens, refresh: (await flow.refresh(lost)).body.refresh_token };
        return lost;
      },
      (lost) => flow.refresh(lost),
    );
    await measure(
      'GET /v1/me with an app token',
      () => undefined,
      () => call('getMe', { key: tokens.access }),
    );
    await meter.stop();
  });
}

/** Counts sequential round trips. Calls that overlap count as one round trip. */
function roundTrips(calls: readonly MeteredCall[]): number {
  let end = -Infinity;
  let count = 0;
  for (const { startedAt, endedAt } of calls.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (startedAt >= end) count += 1;
    end = Math.max(end, endedAt);
  }
  return count;
}

/** Returns the short form of a stack's table name, such as `AccessTokens`. */
const shortName = (table: string): string => /Storage(\w+?)Table/.exec(table)?.[1] ?? table;
