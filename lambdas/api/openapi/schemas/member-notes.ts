/**
 * What the members of requests and responses mean: a word means one thing wherever it stands, and a note of a
 * component's own comes before that.
 */

/** What the document says of a member beyond its zod schema. */
export interface MemberNote {
  readonly description: string;
  /** Of texts: `date-time`, or `uri`, which is any address that `URL` reads. */
  readonly format?: 'date' | 'date-time' | 'uri';
  readonly pattern?: string;
  /** Where the component's example cannot have it. */
  readonly example?: unknown;
}

const note = (description: string): MemberNote => ({ description });
const time = (description: string): MemberNote => ({ description, format: 'date-time' });
const address = (description: string): MemberNote => ({ description, format: 'uri' });
const id = (prefix: string, description: string): MemberNote => ({ description, pattern: `^${prefix}_` });

/** By the member's name. */
const everywhere: Readonly<Record<string, MemberNote>> = {
  account_id: id('acc', 'The account.'),
  attachments: note('The files of the submission.'),
  attempt: note('Which attempt it was, from 1.'),
  attempts: note('How many attempts were made.'),
  content_type: note('Media type of the file, as the submitter named it.'),
  created_at: time('When it was created.'),
  delivery_id: id('whd', 'The delivery.'),
  created_by: note('Id of the key that minted this one; null for the first key of the account.'),
  detail: note('What happened this time.'),
  disabled_reason: note('Why the service disabled the webhook; null when it did not.'),
  duration_ms: note('How long the endpoint took, in milliseconds.'),
  enabled: note('Whether it is on.'),
  error: note('What went wrong; null when nothing did.'),
  errors: note('One for each value that is wrong.'),
  errors_omitted: { ...note('How many errors there are beyond those.'), example: 3 },
  event: note('The event that is delivered.'),
  expires_at: time('When it stops working.'),
  failing_since: time('Since when every delivery fails; null while deliveries succeed.'),
  field: note('Name of the form field that holds the file.'),
  files: note('Number of files.'),
  form_id: id('frm', 'The form.'),
  idempotent_replay: note('True: the id is that of the earlier post with this idempotency key.'),
  job_id: id('sub', 'The job, which is the submission.'),
  key: { description: 'The key itself, which is shown only now.', example: '<API_KEY>' },
  last_error: note('What went wrong in the last attempt; null when nothing did.'),
  last_status_code: note(
    'Status of the last response; 0 when there was none, null before the first attempt.',
  ),
  last_used_at: time('When it was last used, to the hour or so; null when never.'),
  log: note('The attempts, oldest first.'),
  max_file_bytes: note('Largest file that the plan takes, in bytes.'),
  message: note('For people, in the language of the request.'),
  name: note('The name.'),
  next_attempt_at: time('When the next attempt is due; null when there is none.'),
  next_cursor: note('The `cursor` of the next page; null on the last one.'),
  ok: note('True.'),
  path: note('Dotted path into the body, or the name of a parameter of the query; empty for the whole.'),
  payload: note('The stored fields by name. Values that were not strings are JSON.'),
  received_at: time('When the submission was received.'),
  response_excerpt: note('The first bytes of the response; null when there was none.'),
  revoked_at: time('When it was revoked; null while it works.'),
  scope: note('Scopes, separated by spaces.'),
  scopes: note('What the key may do.'),
  secret: { description: 'The signing secret, which is shown only now.', pattern: '^whsec_' },
  size: note('Bytes of the file.'),
  status: note('The status.'),
  status_code: note('Status of the response; 0 when there was none.'),
  submission_id: id('sub', 'The submission.'),
  title: note('The problem in a few words, for people.'),
  type: note('The type.'),
  updated_at: time('When it was last changed.'),
  upload_id: id('upl', 'The upload, for the field `_uploads`.'),
  url: address('The address.'),
  webhook_id: id('wh', 'The webhook.'),
};

const form: Readonly<Record<string, MemberNote>> = {
  allowed_origins: note('The websites whose pages may post to the form; every one when empty.'),
  autoresponder: note("The e-mail that is sent to the submitter's address; null when there is none."),
  'autoresponder.enabled': note('Whether it is sent.'),
  'autoresponder.subject': note('Its subject; `{{field}}` is replaced by the posted value.'),
  'autoresponder.text': note('Its text; `{{field}}` is replaced by the posted value.'),
  challenge: note('The check against bots.'),
  'challenge.enabled': note('Whether posts must pass it.'),
  'challenge.provider': note('Who checks.'),
  'challenge.site_key': note('The public key for the widget on the page; null when there is none.'),
  'challenge.secret': {
    description: 'The secret key, which is never shown. Needed to enable the challenge.',
  },
  honeypot_field: note('Name of the field that only bots fill in.'),
  name: note('Name of the form, for people.'),
  notify_emails: note('Addresses that are notified of each accepted submission.'),
  'notify_emails.address': { ...note('The address.'), example: 'team@example.org' },
  'notify_emails.status': {
    ...note('Whether the address gets e-mails; ignored in requests.'),
    example: 'confirmed',
  },
  language: note('Language of the form; null for that of the visitor.'),
  spam: note('From which score on posts are filed as spam, and what always or never is.'),
  thank_you: note('The page that browsers get after a post.'),
  'thank_you.heading': note('Its heading; null for "Thank you".'),
  'thank_you.text': note('Its text, whose line breaks stay; null for one of the service.'),
  'thank_you.link': note('Where its button leads; null for the page that the visitor comes from.'),
  brand: note('Whose form it is.'),
  'brand.logo_url': address('A picture, https; null for none.'),
  'brand.color': note('The colour as `#rrggbb`; null for that of the service.'),
  'fields.min_length': { ...note('Fewest characters of a value that is not empty.'), example: 2 },
  'fields.pattern': {
    ...note('Regular expression in the syntax of RE2 that the whole value must match.'),
    example: '[A-Z]{2}[0-9]{4}',
  },
  'fields.min': { ...note('Lowest number, or the earliest date.'), example: 1 },
  'fields.max': { ...note('Highest number, or the latest date.'), example: 8 },
  'fields.step': { ...note('Distance of what is allowed from `min`, in days for dates.'), example: 0.5 },
  'warnings.code': { ...note('Names the warning.'), example: 'autoresponder-echoes-without-challenge' },
  'warnings.message': { ...note('What is risky, for people.'), example: 'Enable the challenge.' },
  rate_limit: note('Posts in ten minutes that one address may send.'),
  redirect_url: address('Where browsers go after a post; null for a page of the service.'),
  retention_days: note('Days after which submissions are deleted; null to keep them.'),
  slug: { description: 'Its name in the ingest path.', pattern: '^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$' },
  status: note('Only a `live` form takes posts. draft → live, live → paused and paused → live are possible.'),
};

const webhook: Readonly<Record<string, MemberNote>> = {
  id: id('wh', 'The webhook.'),
  url: address('Where submissions are delivered.'),
  enabled: note('Whether submissions are delivered to it.'),
  format: {
    ...note('The shape of what is delivered: the envelope of events, or a message of a chat.'),
    example: 'standard',
  },
  headers: {
    ...note('Headers of your own for its requests, at most ten; their values are never shown.'),
    example: { 'x-team': 'support' },
  },
  'connection.id': id('con', 'The connection.'),
  'connection.name': note('Name of the app.'),
  health: note('How its deliveries go.'),
  name: { ...note('Name of the webhook, for people; null when it has none.'), example: 'Support desk' },
};
const apiKey: Readonly<Record<string, MemberNote>> = {
  id: id('key', 'The key, and the client id for OAuth.'),
  type: note('A submission key posts to forms only; a management key does everything within its scopes.'),
  name: note('Name of the key, for people.'),
  prefix: note('The first characters of the key.'),
  expires_at: time('When the key stops working; null when it does not expire.'),
};
const person: Readonly<Record<string, MemberNote>> = {
  id: id('mem', 'The member.'),
  email: note('The address with which the person signs in.'),
  name: note('The name of the person at their issuer; null until they have signed in.'),
  role: note('Viewers read, editors also change forms and submissions, owners may do everything.'),
  form_ids: {
    ...note('The forms that the member is limited to; null when they see all forms of the account.'),
    example: ['frm_8K3Q0ZT5VW'],
  },
  status: note('`invited` until the person has signed in for the first time.'),
  invited_at: time('When the person was invited for the last time.'),
  expires_at: time('Until when the invitation may be accepted; null once it is.'),
  joined_at: time('When the person signed in for the first time; null before.'),
};
const app: Readonly<Record<string, MemberNote>> = {
  id: id('app', 'The app, and its client id.'),
  name: note('Name of the app, for the people who are asked whether they let it in.'),
  logo_url: address('A picture, https; null for none.'),
  redirect_uris: note('Where people may be sent back to.'),
  type: note('`confidential` when it keeps a secret on a server; `public` has none.'),
  previous_secret_expires_at: time(
    'Until when the secret before the last rotation is accepted; null when there is none.',
  ),
  secret: {
    description: 'The client secret, which is shown only now.',
    example: '<CLIENT_SECRET>',
  },
};
const oauthClient: Readonly<Record<string, MemberNote>> = {
  client_id: id('key', 'Id of the key; or send it as Basic credentials.'),
  client_secret: note('The whole key; or send it as Basic credentials.'),
};
const file: Readonly<Record<string, MemberNote>> = {
  name: note('Name of the file on the disk of the submitter.'),
};
const submission: Readonly<Record<string, MemberNote>> = {
  id: id('sub', 'The submission.'),
  note: note('What its readers noted about it.'),
  read: note('Whether it was read.'),
  read_at: time('When it was marked as read; null while it is unread.'),
  source: note('Where it came from.'),
  spam: note('What speaks for spam.'),
  starred: note('Whether it is starred.'),
  status: note('`spam` counts towards no quota and triggers nothing.'),
};
const localized: Readonly<Record<string, MemberNote>> = {
  message: note('For people, in the language of the path.'),
  status: note('That the submission was taken.'),
};

/** By the component, and the path of the member in it. */
const ofComponent: Readonly<Record<string, Readonly<Record<string, MemberNote>>>> = {
  Form: { ...form, id: id('frm', 'The form.') },
  FormInput: form,
  FormPatch: form,
  UploadInput: { ...file, content_type: note('Media type of the file.') },
  Upload: {
    url: address('Where to post the file.'),
    fields: note('What to post before the file, as fields of the same form.'),
    expires_at: time('Until when the file may be posted.'),
  },
  Attachment: {
    ...file,
    id: id('file', 'The file.'),
    url: address('A link to the file, signed for seven days, that needs no key.'),
  },
  Submission: submission,
  SubmissionPatch: { ...submission, status: note('`received` releases from spam; `spam` marks as spam.') },
  PostedSubmission: submission,
  SubmissionPage: {
    data: note('The submissions of the page, newest first.'),
    searched_until: {
      ...time('How far back the search has looked.'),
      example: '2026-11-01T00:00:00.000Z',
    },
  },
  SubmissionEventPage: {
    data: note('The events of the page, of the newest submission first.'),
    searched_until: {
      ...time('How far back the search has looked.'),
      example: '2026-11-01T00:00:00.000Z',
    },
  },
  BulkInput: {
    action: note('What is to be done with each.'),
    ids: note('The submissions.'),
  },
  BulkResult: {
    data: note('One outcome for each submission.'),
    'data.id': note('The id as it was sent.'),
    'data.ok': note('Whether it was done.'),
    'data.problem': note('Why it was not done.'),
    'data.problem.type': address('The type of problem.'),
    'data.problem.status': note('The status that the problem has by itself.'),
  },
  StoredResponse: { id: id('sub', 'The submission.'), status: note('That the submission is stored.') },
  SpamResponse: { status: note('The response is benign on purpose.') },
  ReplayResponse: { id: id('sub', 'The earlier submission.'), status: note('That it is stored.') },
  Webhook: webhook,
  WebhookInput: webhook,
  AccountWebhookInput: webhook,
  WebhookWithSecret: webhook,
  WebhookPatch: { ...webhook, rotate_secret: note('Makes a new signing secret when it is true.') },
  ChangedWebhook: {
    ...webhook,
    secret: {
      description: 'The new signing secret after a rotation, which is shown only now.',
      pattern: '^whsec_',
    },
  },
  WebhookTestResult: {
    ok: note('Whether the endpoint acknowledged with a 2xx.'),
    error: { description: 'Why there was no response.', example: 'connection refused' },
  },
  Delivery: {
    id: id('whd', 'The delivery.'),
    submission_id: id('sub', 'The submission; null for a test ping.'),
    status: note('`pending` before the first attempt has ended, `retrying` while another one is due.'),
    'log.at': time('When the attempt began.'),
  },
  RecoveryStarted: { recovery_id: id('rec', 'The recovery.') },
  Recovery: {
    id: id('rec', 'The recovery.'),
    since: time('From when on what failed is sent again.'),
    until: time('Until when what failed is sent again.'),
    finished_at: time('When it was finished or stopped; null while it runs.'),
  },
  SubmissionCreatedEvent: {
    type: note('The event.'),
    id: id('whd', 'The delivery.'),
    data: note('The submission.'),
    'data.files': note('The files of the submission.'),
  },
  WebhookTestEvent: {
    type: note('The event.'),
    id: id('whd', 'The delivery.'),
    data: note('What the test is about.'),
    'data.sample': note('True: nobody posted anything.'),
  },
  ApiKey: apiKey,
  AuditEvent: { id: id('aud', 'The row.'), at: time('When the change was made.') },
  Connection: {
    id: id('con', 'The connection.'),
    client_id: id('app', 'The app.'),
    app_name: note('What the app was called when it was let in.'),
    member_id: id('mem', 'Who let it in, and for whom it acts.'),
    scopes: note('What the member agreed to; it may do this as far as the member still may.'),
    last_used_at: time('When the app last used it, to the hour or so.'),
    expires_at: time('When it ends unless the app uses it before.'),
  },
  OauthClient: app,
  OauthClientInput: app,
  OauthClientPatch: app,
  CreatedOauthClient: app,
  OauthClientWithSecret: app,
  ApiKeyInput: apiKey,
  ApiKeyWithKey: apiKey,
  TokenForm: {
    ...oauthClient,
    grant_type: note('`client_credentials` for keys; `authorization_code` and `refresh_token` for apps.'),
    scope: note(
      'The scopes that the token is to have, separated by spaces; all of the key or the connection when absent.',
    ),
    code: { description: 'With `authorization_code`: the code.', example: '<AUTHORIZATION_CODE>' },
    redirect_uri: {
      description: 'With `authorization_code`: the address that the code came to.',
      example: 'https://platform.example.org/callback',
    },
    code_verifier: {
      description: 'With `authorization_code`: the secret of the code challenge (RFC 7636).',
      example: '<CODE_VERIFIER>',
    },
    refresh_token: {
      description: 'With `refresh_token`: the last one that the app got.',
      example: '<REFRESH_TOKEN>',
    },
  },
  ConsentForm: {
    decision: note('What the person has decided.'),
    token: note('Of the page.'),
    client_id: id('app', 'The app.'),
    redirect_uri: note('Where the browser is sent back to.'),
    scope: note('What the person was shown, separated by spaces.'),
    state: { description: 'What the app gets back as it is.', example: 'af0ifjsldkj' },
    code_challenge: note('Of the app (RFC 7636).'),
  },
  RevocationForm: {
    ...oauthClient,
    token: note('The access token, or the refresh token of an app.'),
    token_type_hint: {
      description: 'Not needed; `access_token` or `refresh_token`.',
      example: 'access_token',
    },
  },
  Token: {
    access_token: note('The token, to be sent as a key is.'),
    token_type: note('How it is sent: `Authorization: Bearer`.'),
    expires_in: note('Seconds until it expires.'),
    scope: note('The scopes that it has, separated by spaces.'),
    refresh_token: {
      description: 'Of an app: what it gets the next tokens with, for 30 days. It replaces the one before.',
      example: '<REFRESH_TOKEN>',
    },
  },
  OauthError: {
    error: note('The code of RFC 6749, section 5.2.'),
    error_description: note('What is wrong, for people.'),
  },
  OauthMetadata: {
    issuer: address('This service.'),
    authorization_endpoint: address('Where apps send people to be let in; absent where nobody signs in.'),
    token_endpoint: address('Where tokens are issued.'),
    token_endpoint_auth_methods_supported: note('How a client authenticates there.'),
    revocation_endpoint: address('Where tokens are revoked.'),
    revocation_endpoint_auth_methods_supported: note('How a client authenticates there.'),
    grant_types_supported: note('The grant types.'),
    response_types_supported: note('The response types; none without an authorization endpoint.'),
    response_modes_supported: note('How an app gets its answer.'),
    code_challenge_methods_supported: note('The methods of PKCE, which is needed.'),
    authorization_response_iss_parameter_supported: note('Whether the answer names this service (RFC 9207).'),
    scopes_supported: note('The scopes.'),
  },
  LocalizedSubmissionInput: {
    form: note('The slug of the form, or its id.'),
    fields: note('The fields by name; values that are not strings are stored as JSON.'),
  },
  LocalizedSubmission: localized,
  LocalizedSpamResponse: localized,
  LocalizedReplayResponse: localized,
  Job: {
    analytics: note('Figures of the submission and its form.'),
    'analytics.deliveries': note('Deliveries of the submission by status.'),
    'analytics.deliveries.total': note('All of them.'),
    'analytics.deliveries.succeeded': note('Those that were acknowledged.'),
    'analytics.deliveries.failed': note('Those that were given up.'),
    'analytics.deliveries.retrying': note('Those that are tried again.'),
    'analytics.deliveries.pending': note('Those whose first attempt has not ended.'),
    'analytics.form': note('Submissions of the form.'),
    'analytics.form.received_30d': note('Accepted in the last 30 days.'),
    'analytics.form.spam_30d': note('Caught as spam in the last 30 days.'),
    'analytics.form.by_day': note('The last 30 days, oldest first.'),
    'analytics.form.by_day.date': { description: 'The day in UTC.', format: 'date' },
    'analytics.form.by_day.received': note('Accepted on that day.'),
    'analytics.form.by_day.spam': note('Caught as spam on that day.'),
  },
  DriveEntry: { submissions: note('The latest submissions of the form.') },
  IdOnly: {
    id: note('The id of what was created.'),
    secret: {
      ...note('A signing secret, which is shown only now.'),
      example: 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIGp1c3QgYW4gZXhhbXBsZSE=',
    },
  },
  Health: {
    status: note('That the service is up.'),
    version: note('Version of the service.'),
    time: time('The time of the service.'),
  },
  Usage: {
    plan: note('The plan of the account.'),
    period: note('The month that is counted.'),
    'period.start': time('Its first moment.'),
    'period.end': time('The first moment of the next one.'),
    submissions: note('Accepted submissions.'),
    'submissions.used': note('How many there were.'),
    'submissions.limit': note('How many the account may have.'),
    'submissions.remaining': note('How many are left.'),
    uploads: note('What the plan allows of files.'),
    'uploads.allowed': note('Whether submissions may have files.'),
  },
  Member: person,
  MemberInput: person,
  MemberPatch: person,
  Caller: {
    type: note('What calls; the session of a key counts as the key.'),
    id: note('Id of the key, of the key of the token, or of the member.'),
    name: note('The name of the key or the person.'),
    scopes: note('What the caller may do.'),
    account: note('The account that the caller acts for.'),
    'account.id': id('acc', 'The account.'),
    'account.plan': note('The plan of the account.'),
    member: { ...note('Of a member only.') },
    'member.email': person['email'] ?? note(''),
    'member.role': person['role'] ?? note(''),
    'member.form_ids': person['form_ids'] ?? note(''),
  },
  LinkForm: { 'List-Unsubscribe': note('What mail programs send.') },
  Timeline: {
    data: note('What happened, oldest first.'),
    'data.at': time('When it happened.'),
    'data.type': note('What happened.'),
    'data.recipient': { ...note('Address of the e-mail.'), example: 'team@example.org' },
    'data.status': note('The status after it.'),
    'data.actor': note('Who did it.'),
    'data.actor.type': note('What it was: a key, an access token, a member or the operator.'),
    'data.actor.id': note('Its id.'),
    'data.actor.name': note('Its name.'),
    'data.action': { ...note('Whether the note was set or removed.'), example: 'set' },
    'data.reason': {
      ...note('Why it was skipped or bounced, or is delayed; null when nothing is to say.'),
      example: null,
    },
    'data.kind': note('To a recipient of the form, or to the submitter.'),
  },
  Fields: {
    data: note('The fields as declared, else in the order in which they were first seen.'),
    'data.label': { ...note('What people read in place of the name.'), example: 'Your name' },
    'data.required': { ...note('Whether it must be filled in.'), example: true },
    'data.options': { ...note('What may be chosen.'), example: ['basic', 'plus'] },
  },
  Statistics: {
    days: note('How many days the figures are of, today included.'),
    'webhooks.succeeded': note('Those that were acknowledged.'),
    'webhooks.failed': note('Those that were given up.'),
    'by_day.date': { description: 'The day in UTC.', format: 'date' },
    'by_day.webhooks.succeeded': note('Those that were acknowledged.'),
    'by_day.webhooks.failed': note('Those that were given up.'),
  },
  ConflictProblem: {
    webhook_id: {
      ...note('The webhook of the form that has this address already; only then.'),
      pattern: '^wh_',
      example: 'wh_8K3Q0ZT5VW5DM2XR71PA',
    },
    recovery_id: {
      ...note('The recovery of the webhook that runs already; only then.'),
      pattern: '^rec_',
      example: 'rec_8K3Q0ZT5VW5DM2XR71PA01KQH9B2A0V5M2R8X2T7N4E6W1',
    },
  },
  OpenApi: { openapi: note('Version of the OpenAPI specification.') },
  ProblemType: { type: address('Identifies the problem.'), status: note('The status of its responses.') },
  Problem: { status: note('The status of the response.') },
};

/** The note of a member of a component; undefined when there is none. */
export function memberNote(component: string, path: string): MemberNote | undefined {
  const own = ofComponent[component]?.[path];
  if (own) return own;
  return everywhere[path.split('.').at(-1) ?? ''];
}
