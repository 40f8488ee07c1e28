/** Tests sign-ins with a confidential client. The client secret is stored in Secrets Manager. */
import { loggedErrorsOf } from '../support/aws/logged-errors.ts';
import { secretArn, startSecrets, type TestSecrets } from '../support/emulators/secrets.ts';
import { Browser, expectRefused, holder, invited, issuer } from './sign-in-fixture.ts';

const ARN = secretArn('oidc');
/** Characters that must be encoded in the header (RFC 6749, section 2.3.1). */
const SECRET = 'p@ss word/100%';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startSecrets({});
  process.env['OIDC_CLIENT_SECRET_ARN'] = ARN;
  issuer.requireSecret(SECRET);
});
afterAll(async () => {
  delete process.env['OIDC_CLIENT_SECRET_ARN'];
  await secrets.stop();
});

it('is unavailable until the secret exists, then works right away', async () => {
  const { claims } = await invited();
  const browser = new Browser();
  // The secret is only needed to redeem the code.
  const query = issuer.approve(await browser.start(), { claims });
  const { result, logged } = await loggedErrorsOf(() => browser.finish(query));
  expectRefused(result, 'Sign-in is currently unavailable', browser);
  expect(JSON.stringify(logged)).not.toContain(SECRET);

  secrets.set(ARN, SECRET);
  expect((await browser.finish(query)).status).toBe(302);
  expect(await holder(browser.session)).toMatchObject({ type: 'member' });
});

it('reads the secret again after the issuer has refused it', async () => {
  const { claims } = await invited();
  issuer.requireSecret('the next secret');
  const browser = new Browser();
  expectRefused(await browser.signIn({ claims }), 'You’re not signed in', browser);
  secrets.set(ARN, 'the next secret');
  expect((await browser.signIn({ claims })).status).toBe(302);
});
