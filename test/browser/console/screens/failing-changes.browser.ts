/** Tests what each screen does when its main change is refused, fails, is slow or can't be sent. */
import type { Locator, Page, Request } from 'playwright-core';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../../support/console/console-session.ts';
import { eventually } from '../../../support/browser/eventually.ts';
import {
  inject,
  rawTexts,
  REQUEST_ID,
  signInAtOnce,
  type Injection,
} from '../../../support/console/injected-answers.ts';
import { screens } from './screens.ts';

let tested: ConsoleUnderTest;
let paths: Record<string, string>;
let opened: ConsolePage;
let page: Page;
let changes: Injection;
let isChosen: (request: Request) => boolean = () => false;
let signIns: readonly string[];
beforeAll(async () => {
  tested = await startConsole();
  paths = await screens(tested.service);
  opened = await tested.open('/account', {
    async prepare(prepared) {
      page = prepared;
      await page.clock.install();
      signIns = await signInAtOnce(page);
      changes = await inject(page, (request) => isChosen(request));
    },
  });
});
afterEach(async () => {
  changes.answer = undefined;
  changes.release();
  await opened.context.setOffline(false);
});
afterAll(() => tested.stop());

interface Change {
  readonly method: string;
  /** Matches the URL of the change's request. */
  readonly path: RegExp;
  /** Opens the dialog or section that contains the field. */
  readonly open?: () => Promise<void>;
  /** A field that must keep its input after every failure. */
  readonly field?: () => Locator;
  readonly typed?: string;
  readonly press: () => Promise<void>;
  /** The property that the service's error refers to, if the console has a field for it. */
  readonly member?: string;
  /** Replaces the service's response if the real response takes too long. */
  readonly success?: object;
  /** Locates an element that is shown once the change succeeds. */
  readonly done: () => Locator;
  /** True if the change doesn't require sign-in. */
  readonly isPublic?: boolean;
  /**
   * True for settings sections that are saved by the same request as another change in this list. Only the
   * field error is tested for these sections.
   */
  readonly isSection?: boolean;
  /** The console's message for a conflict, if it doesn't show the service's message. */
  readonly conflict?: string;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const textbox = (name: string | RegExp) => page.getByRole('textbox', { name });
const save = () => button('Save').click();
const ofSettings = (label: string, typed: string, member: string): Change => ({
  method: 'PATCH',
  path: /\/v1\/forms\/[^/]+$/,
  field: () => page.getByLabel(label, { exact: true }),
  typed,
  press: save,
  member,
  done: () => page.getByText('Changes saved', { exact: true }),
  isSection: true,
});

const CHANGES: Record<string, Change> = {
  forms: {
    method: 'POST',
    path: /\/v1\/forms$/,
    open: () => button('New form').click(),
    field: () => textbox('Form name'),
    typed: 'Guestbook',
    press: () => button('Create form').click(),
    member: 'name',
    done: () => page.getByRole('heading', { level: 1, name: 'Guestbook' }),
  },
  inbox: {
    method: 'POST',
    path: /\/v1\/submissions\/bulk$/,
    press: () => button('Add star').first().click(),
    done: () => button('Remove star'),
  },
  submission: {
    method: 'PATCH',
    path: /\/v1\/submissions\/sub_[^/]+$/,
    field: () => textbox('Note'),
    typed: 'Call her on Monday',
    press: () => button('Save note').click(),
    member: 'note',
    done: () => page.getByText('Note saved', { exact: true }),
  },
  export: {
    method: 'GET',
    path: /\/submissions\/export$/,
    press: () => button('Export').click(),
    done: () => page.getByText(/^Saved \(/),
  },
  settings: {
    method: 'POST',
    path: /\/v1\/f\//,
    async open() {
      await button('Send test').click();
      await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill('eva@example.org');
    },
    field: () => page.getByRole('dialog').getByLabel('Name', { exact: true }),
    typed: 'Eva',
    press: () => button('Send').click(),
    member: 'name',
    isPublic: true,
    done: () => page.getByText('Your test submission has arrived.'),
  },
  'settings-share': ofSettings('Title (optional)', 'Write to us', 'page.title'),
  'settings-emails': ofSettings('Notification subject', 'News from {{name}}', 'notify_subject'),
  'settings-thanks': ofSettings('Heading (optional)', 'Thank you!', 'thank_you.heading'),
  'settings-fields': {
    ...ofSettings('Label (optional)', 'Full name', 'fields.0.label'),
    open: () => page.locator('.field-row-name').first().click(),
  },
  'settings-spam': ofSettings('Honeypot field name', 'website_2', 'honeypot_field'),
  'settings-retention': {
    ...ofSettings('Days', '3650', 'retention_days'),
    // Wait until the console knows that no submissions will be deleted. Before that, saving asks for
    // confirmation.
    press: async () => {
      await page.getByText('No submissions are that old').waitFor();
      await save();
    },
    open: () => page.getByText('For a set number of days').click(),
  },
  'settings-general': { ...ofSettings('Name', 'Contact us', 'name'), isSection: false },
  webhooks: {
    method: 'POST',
    path: /\/webhooks$/,
    open: () => button('New webhook').click(),
    field: () => textbox('URL'),
    typed: 'https://hooks.example.org/injected',
    press: () => button('Create webhook').click(),
    member: 'url',
    done: () => page.getByRole('region', { name: 'Secret' }),
  },
  webhook: {
    method: 'POST',
    path: /\/v1\/webhooks\/[^/]+\/test$/,
    press: () => button('Send test').first().click(),
    success: { ok: true, status_code: 200, error: null, duration_ms: 20 },
    done: () => page.getByText('Test succeeded. The endpoint responded with 200.'),
  },
  'webhook-settings': {
    method: 'PATCH',
    path: /\/v1\/webhooks\/[^/]+$/,
    field: () => textbox(/^Name/),
    typed: 'Customers',
    press: save,
    member: 'name',
    done: () => page.getByRole('status').filter({ hasText: 'Changes saved' }),
  },
  keys: {
    method: 'POST',
    path: /\/v1\/api-keys$/,
    open: () => button('New key').click(),
    field: () => textbox('Name'),
    typed: 'Nightly export',
    press: () => button('Create key').click(),
    member: 'name',
    done: () => page.getByRole('region', { name: 'Your new key' }),
  },
  people: {
    method: 'POST',
    path: /\/v1\/members$/,
    open: () => button('Invite').click(),
    field: () => textbox('E-mail address'),
    typed: 'bea@example.org',
    press: () => button('Send invitation').click(),
    member: 'email',
    conflict: 'This person is already a member.',
    done: () => page.getByText('Invitation sent to bea@example.org'),
  },
  account: {
    method: 'POST',
    path: /\/v1\/session\/sign-out$/,
    async open() {
      await page.route('**/console/sign-out', (route) => route.fulfill({ body: 'Signed out' }));
    },
    press: () => page.getByRole('main').getByRole('button', { name: 'Sign out' }).click(),
    done: () => page.getByText('Signed out'),
  },
};

const seen = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

/** Closes messages that stay until they're dismissed. */
async function dismissMessages(): Promise<void> {
  const dismiss = button('Dismiss');
  for (let count = await dismiss.count(); count > 0; count -= 1) await dismiss.first().click();
}

it.each(Object.keys(CHANGES))('%s: explains why a change failed, and keeps the input', async (name) => {
  const change = CHANGES[name];
  if (!change) throw new Error(`Unknown screen ${name}`);
  const { method, path, field, typed = '', press, done } = change;
  isChosen = (request) => request.method() === method && path.test(new URL(request.url()).pathname);
  await page.goto(`${tested.service.baseUrl}/console${paths[name] ?? ''}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await opened.settled();
  await change.open?.();
  await field?.().fill(typed);
  const isKept = async (): Promise<void> => {
    expect(await rawTexts(page)).toEqual([]);
    if (field) expect(await field().inputValue()).toBe(typed);
    await dismissMessages();
  };

  await expectFault(change, isKept);
  if (change.isSection === true) {
    changes.answer = undefined;
    await press();
    await done().first().waitFor();
  } else {
    await expectRefusals(change, isKept);
    await expectAnotherTry(change, isKept);
    if (change.isPublic !== true) await expectReturnAfterSignIn(change, isKept);
    await expectRetry(change, isKept);
  }
  expect(opened.complaints).toEqual([]);
});

type Kept = () => Promise<void>;

async function expectFault({ field, member, press }: Change, isKept: Kept): Promise<void> {
  changes.answer = {
    status: 422,
    detail: 'This does not fit.',
    errors: member === undefined ? [] : [{ path: member, message: 'is not to our liking' }],
  };
  await press();
  if (field) {
    await seen('is not to our liking');
    expect(await field().getAttribute('aria-invalid')).toBe('true');
    expect(await field().evaluate(describedBy)).toContain('is not to our liking');
  } else await seen(/This does not fit\./);
  await isKept();
}

async function expectRefusals({ conflict, press }: Change, isKept: Kept): Promise<void> {
  changes.answer = { status: 403 };
  await press();
  await seen(/You don’t have permission to do this\. Ask an account owner for access\./);
  await isKept();

  changes.answer = { status: 409, detail: 'There is one like it.' };
  await press();
  await seen(conflict ?? 'There is one like it.');
  await isKept();
}

async function expectAnotherTry({ press }: Change, isKept: Kept): Promise<void> {
  changes.answer = { status: 429, retryAfter: 30 };
  await press();
  await seen(/Try again in 30 seconds\./);
  await isKept();

  changes.answer = { status: 500 };
  await press();
  await seen(/Something went wrong on our side\./);
  await seen(new RegExp(REQUEST_ID));
  await isKept();
}

/** Checks that after signing in again, the user returns to the same view with the same input. */
async function expectReturnAfterSignIn({ field, open, press }: Change, isKept: Kept): Promise<void> {
  changes.answer = { status: 401 };
  const signedIn = signIns.length;
  const address = page.url();
  const out = page.waitForRequest(/\/console\/sign-in\?return_to=/);
  await press();
  await out;
  changes.answer = undefined;
  await page.waitForURL(address);
  await opened.settled();
  expect(`${tested.service.baseUrl}${signIns[signedIn] ?? ''}`).toBe(address);
  // Dialogs and sections that the user opened aren't reopened, but their input is kept.
  if (field && (await field().count()) === 0) await open?.();
  await isKept();
}

/**
 * Checks that a change without a response for twenty seconds isn't treated as an error. While offline, the
 * change either waits or reports that the browser is offline, and succeeds later.
 */
async function expectRetry({ press, done, success }: Change, isKept: Kept): Promise<void> {
  changes.answer = undefined;
  changes.hold();
  const before = changes.requests.length;
  await press();
  await eventually(
    () => Promise.resolve(changes.requests.length),
    (count) => count > before,
  );
  await page.clock.fastForward(20_000);
  expect(await rawTexts(page)).toEqual([]);
  expect(await page.getByText(/couldn’t make this change|went wrong/).count()).toBe(0);
  expect(changes.requests.length).toBe(before + 1);
  changes.answer = { status: 500 };
  changes.release();
  await seen(/Something went wrong on our side\./);
  await isKept();

  changes.answer = success && { status: 200, body: success };
  await opened.context.setOffline(true);
  await page.getByText('You’re offline.').waitFor();
  await press();
  expect(await rawTexts(page)).toEqual([]);
  await opened.context.setOffline(false);
  await page.getByText('You’re offline.').waitFor({ state: 'detached' });
  const refused = page.getByText(/No connection\./);
  await done().or(refused).first().waitFor();
  if (await refused.count()) await press();
  await done().first().waitFor();
}

/** Returns the description that a screen reader announces after a field's label. */
const describedBy = (element: unknown): string => {
  const { ownerDocument, getAttribute } = element as any;
  const ids: string = getAttribute.call(element, 'aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => ownerDocument.getElementById(id)?.textContent ?? '')
    .join(' ');
};
