/**
 * Describes the properties of requests and responses. A note for a property name applies to all components,
 * unless a component has its own note for that property.
 */

import { LABEL_ID, MEMBER_ID } from './example-ids.ts';

/** Documentation of a property, in addition to its zod schema. */
export interface MemberNote {
  readonly description: string;
  /** String format. `uri` accepts anything that `URL` can parse. */
  readonly format?: 'date' | 'date-time' | 'uri';
  readonly pattern?: string;
  /** Example value. Only set if the component's own example can't contain the property. */
  readonly example?: unknown;
}

const note = (description: string): MemberNote => ({ description });
const time = (description: string): MemberNote => ({ description, format: 'date-time' });
const address = (description: string): MemberNote => ({ description, format: 'uri' });
const id = (prefix: string, description: string): MemberNote => ({ description, pattern: `^${prefix}_` });

/** Notes for all components, by property name. */
const everywhere: Readonly<Record<string, MemberNote>> = {
  account_id: id('acc', 'The account.'),
  attachments: note('Files of the submission.'),
  attempt: note('Number of the attempt, starting at 1.'),
  attempts: note('Number of attempts so far.'),
  content_type: note('Media type of the file, as given by the submitter.'),
  created_at: time('When it was created.'),
  delivery_id: id('whd', 'The delivery.'),
  created_by: note("ID of the key that created this key; null for the account's first key."),
  detail: note('What went wrong in this request.'),
  disabled_reason: note("Why the service disabled the webhook; null if it didn't."),
  duration_ms: note('Response time of the endpoint, in milliseconds.'),
  enabled: note('Whether it is enabled.'),
  error: note('Error message; null if there was no error.'),
  errors: note('One entry for each invalid value.'),
  errors_omitted: { ...note('Number of errors that are not listed.'), example: 3 },
  event: note('Event that is delivered.'),
  expires_at: time('When it expires.'),
  failing_since: time('When deliveries started to fail; null while they succeed.'),
  field: note('Name of the form field that contains the file.'),
  files: note('Number of files.'),
  form_id: id('frm', 'The form.'),
  idempotent_replay: {
    ...note('True if the ID belongs to an earlier submission with this idempotency key.'),
    example: true,
  },
  job_id: id('sub', "ID of the job, which is the submission's ID."),
  key: { description: 'The key itself, which is only shown in this response.', example: '<API_KEY>' },
  last_error: note('Error of the last attempt; null if there was none.'),
  last_status_code: note(
    'Status code of the last response; 0 if there was none, null before the first attempt.',
  ),
  last_used_at: time('When it was last used, accurate to about an hour; null if never.'),
  log: note('The attempts, oldest first.'),
  max_file_bytes: note('Maximum file size of the plan, in bytes.'),
  message: note('Human-readable message in the language of the request.'),
  name: note('The name.'),
  next_attempt_at: time('When the next attempt is due; null if there is none.'),
  next_cursor: note('Send this as `cursor` to get the next page; null on the last page.'),
  ok: note('True.'),
  path: note(
    'Dotted path in the body, or the name of a query parameter; empty if the error applies to the whole request.',
  ),
  payload: note("The stored fields by name. Values that weren't strings are stored as JSON."),
  received_at: time('When the submission was received.'),
  response_excerpt: note('Beginning of the response body; null if there was no response.'),
  revoked_at: time('When it was revoked; null while it is valid.'),
  scope: note('Scopes, separated by spaces.'),
  scopes: note('Scopes of the key.'),
  secret: { description: 'Signing secret, which is only shown in this response.', pattern: '^whsec_' },
  size: note('Size of the file, in bytes.'),
  status: note('The status.'),
  status_code: note('Status code of the response; 0 if there was none.'),
  submission_id: id('sub', 'The submission.'),
  title: note('Human-readable summary of the problem.'),
  type: note('The type.'),
  updated_at: time('When it was last changed.'),
  upload_id: id('upl', 'ID of the upload, for the field `_uploads`.'),
  url: address('The address.'),
  webhook_id: id('(wh|evs)', 'The webhook.'),
};

const form: Readonly<Record<string, MemberNote>> = {
  allowed_origins: note('Websites that may submit to the form. If empty, any website may.'),
  autoresponder: note('The automatic reply to the submitter; null if there is none.'),
  'autoresponder.enabled': note('Whether the autoresponse is sent.'),
  'autoresponder.subject': note('Subject; `{{field}}` is replaced with the submitted value.'),
  'autoresponder.text': note('Text; `{{field}}` is replaced with the submitted value.'),
  challenge: note('The bot check.'),
  'challenge.enabled': note('Whether submissions must pass the bot check.'),
  'challenge.provider': note(
    'Provider of the bot check: Cloudflare Turnstile, or the puzzles of this service (`GET /v1/f/{slug}/challenge`), which send nothing to a third party.',
  ),
  'challenge.site_key': note("Public key for Turnstile's widget on the page; null if there is none."),
  'challenge.secret': {
    description: 'Secret key, which is never shown. Required to enable Turnstile.',
  },
  'challenge.difficulty': note('How much work the puzzles of this service take. Ignored by Turnstile.'),
  honeypot_field: note('Name of the field that only bots fill in.'),
  name: note('Display name of the form.'),
  notify_emails: note('Addresses that are notified of each accepted submission.'),
  'notify_emails.address': { ...note('The address.'), example: 'team@example.org' },
  'notify_emails.status': {
    ...note('Whether the address gets e-mails; ignored in requests.'),
    example: 'confirmed',
  },
  language: note("Language of the form; null to use the visitor's language."),
  spam: note(
    'Spam filter settings: the score that marks a submission as spam, a block list and an allow list.',
  ),
  thank_you: note('The page that visitors see after they submit the form.'),
  'thank_you.heading': note('Heading; null for "Thank you".'),
  'thank_you.text': note('Text, with line breaks; null for the default text.'),
  'thank_you.link': note('URL of the button; null for the page that the visitor came from.'),
  brand: note("Name, logo and color of the form's owner."),
  'brand.logo_url': address('HTTPS URL of an image; null for none.'),
  'brand.color': note('Color as `#rrggbb`; null for the default color.'),
  'fields.min_length': { ...note("Minimum length in characters, if the value isn't empty."), example: 2 },
  'fields.pattern': {
    ...note('Regular expression (RE2 syntax) that the whole value must match.'),
    example: '[A-Z]{2}[0-9]{4}',
  },
  'fields.min': { ...note('Smallest number or earliest date allowed.'), example: 1 },
  'fields.max': { ...note('Largest number or latest date allowed.'), example: 8 },
  'fields.step': {
    ...note('Step between allowed values, starting at `min`; in days for dates.'),
    example: 0.5,
  },
  'warnings.code': { ...note('Identifies the warning.'), example: 'autoresponder-echoes-without-challenge' },
  'warnings.message': {
    ...note('Human-readable description of the risk.'),
    example: 'Enable the challenge.',
  },
  replies: note("Whether replies can be sent to submitters, and who receives the submitters' responses."),
  'replies.enabled': note('Whether replies can be sent. False while `email_enabled` is false.'),
  'replies.reply_to': note(
    "Confirmed address that receives submitters' responses; null for the address of the member who replies.",
  ),
  rate_limit: note('Maximum number of submissions from one IP address in ten minutes.'),
  redirect_url: address("Where browsers are redirected after a submission; null for the service's own page."),
  retention_days: note('Number of days until submissions are deleted; null to keep them.'),
  slug: {
    description: "Name of the form in the URL that it's submitted to.",
    pattern: '^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$',
  },
  status: note(
    'Only `live` forms accept submissions. Allowed changes: draft → live, live → paused, paused → live.',
  ),
};

const webhook: Readonly<Record<string, MemberNote>> = {
  ends_at: time('When the subscription ends unless the agent renews it.'),
  id: id('(wh|evs)', 'The webhook.'),
  url: address('URL that submissions are delivered to.'),
  enabled: note('Whether submissions are delivered to this webhook.'),
  format: {
    ...note('Format of the request body: the event envelope, or a chat message.'),
    example: 'standard',
  },
  headers: {
    ...note("Custom headers for the webhook's requests, at most ten. Their values are never shown."),
    example: { 'x-team': 'support' },
  },
  'connection.id': id('con', 'The connection.'),
  'connection.name': note('Name of the app.'),
  health: note('Health of the endpoint.'),
  name: { ...note('Display name of the webhook; null if it has none.'), example: 'Support desk' },
};
const apiKey: Readonly<Record<string, MemberNote>> = {
  id: id('key', 'ID of the key, and client ID for OAuth.'),
  type: note(
    'A submission key can only submit forms. A management key can do everything that its scopes allow.',
  ),
  name: note('Display name of the key.'),
  prefix: note('First characters of the key.'),
  expires_at: time('When the key expires; null if it never does.'),
  replaced_by: note("ID of the key that replaced this key; null if it wasn't rolled."),
};
const person: Readonly<Record<string, MemberNote>> = {
  id: id('mem', 'The member.'),
  email: note('E-mail address that the person signs in with.'),
  name: note("The person's name at their issuer; null until they have signed in."),
  role: note(
    'Viewers can read, editors can also change forms and submissions, and owners can do everything.',
  ),
  form_ids: {
    ...note('IDs of the only forms that the member can access; null if they can access all forms.'),
    example: ['frm_8K3Q0ZT5VW'],
  },
  status: note('`invited` until the person signs in for the first time.'),
  invited_at: time('When the person was last invited.'),
  expires_at: time('When the invitation expires; null once it has been accepted.'),
  joined_at: time("When the person first signed in; null if they haven't."),
};
const app: Readonly<Record<string, MemberNote>> = {
  id: id('app', 'ID of the app, which is also its client ID.'),
  name: note('Name of the app, shown to people who are asked to connect it.'),
  logo_url: address('HTTPS URL of an image; null for none.'),
  redirect_uris: note('URLs that people may be sent back to.'),
  type: note('`confidential` if the app keeps a secret on a server; `public` apps have no secret.'),
  previous_secret_expires_at: time(
    'When the previous secret expires after a rotation; null if there is none.',
  ),
  secret: {
    description: 'Client secret, which is only shown in this response.',
    example: '<CLIENT_SECRET>',
  },
};
const oauthClient: Readonly<Record<string, MemberNote>> = {
  client_id: note(
    "ID of the key or app, or the URL of the app's metadata document. Alternatively, send it with HTTP Basic authentication.",
  ),
  client_secret: note('The whole key. Alternatively, send it with HTTP Basic authentication.'),
};
const file: Readonly<Record<string, MemberNote>> = {
  name: note('Original name of the file.'),
};
const submission: Readonly<Record<string, MemberNote>> = {
  id: id('sub', 'The submission.'),
  handled: note('Whether it has been handled.'),
  handled_at: time('When it was first marked as handled; null while it is open.'),
  assignee: note('Member who handles the submission; null if nobody does.'),
  labels: note('Labels of the submission.'),
  note: note("Note added by the account's members."),
  read: note('Whether it has been read.'),
  read_at: time('When it was marked as read; null while it is unread.'),
  source: note('Where the submission came from.'),
  'source.imported_at': time("When the submission was imported. Absent if it wasn't."),
  spam: note('Signs of spam that were found.'),
  starred: note('Whether it is starred.'),
  'warnings.code': { ...note('Identifies the warning.'), example: 'file-name-only' },
  'warnings.field': { ...note('Name of the field that the warning is about.'), example: 'resume' },
  'warnings.message': {
    ...note('Human-readable description of the problem.'),
    example: 'Only the name of a file was received.',
  },
  status: note("`spam` doesn't count towards the quota and doesn't trigger e-mails or webhooks."),
};
const importNotes: Readonly<Record<string, MemberNote>> = {
  id: id('imp', 'The import.'),
  format: note('Format of the file.'),
  from: note('Backend that exported the file; null if it is unknown.'),
  dry_run: note('Whether the import waits for a confirmation after the check.'),
  created_at: time('When it was requested.'),
  finished_at: time('When it ended; null until then.'),
};
const label: Readonly<Record<string, MemberNote>> = {
  name: note('Name of the label. Unique in the account, ignoring case.'),
  color: note('Color in the format `#rrggbb`.'),
};
const bulkChange: Readonly<Record<string, MemberNote>> = {
  action: note('Changes to apply to each submission.'),
  assignee: {
    ...note('For `assign`: member to assign, or null to remove the assignee.'),
    example: MEMBER_ID,
  },
  labels: { ...note('For `label` and `unlabel`: labels to add or remove.'), example: [LABEL_ID] },
};
const localized: Readonly<Record<string, MemberNote>> = {
  message: note('Human-readable message in the language of the path.'),
  status: note('Confirms that the submission was accepted.'),
};

/** Notes for the properties that only some conflict problems have. */
const conflict: Readonly<Record<string, MemberNote>> = {
  webhook_id: {
    ...note("ID of the form's webhook that already uses this URL; only set in this case."),
    pattern: '^wh_',
    example: 'wh_8K3Q0ZT5VW5DM2XR71PA',
  },
  recovery_id: {
    ...note("ID of the webhook's recovery that is already running; only set in this case."),
    pattern: '^rec_',
    example: 'rec_8K3Q0ZT5VW5DM2XR71PA01KQH9B2A0V5M2R8X2T7N4E6W1',
  },
  bulk_job_id: {
    ...note('ID of the bulk job that is already running; only set in this case.'),
    pattern: '^blk_',
    example: 'blk_8K3Q0ZT5VW01KQH9B2A0V5M2R8X2T7N4E6W1',
  },
};

/** Notes by component and property path. */
const ofComponent: Readonly<Record<string, Readonly<Record<string, MemberNote>>>> = {
  Form: { ...form, id: id('frm', 'The form.') },
  FormInput: form,
  FormPatch: form,
  PreviewDraft: form,
  UploadInput: { ...file, content_type: note('Media type of the file.') },
  Upload: {
    url: address('URL to post the file to.'),
    fields: note('Fields to send before the file, in the same form.'),
    expires_at: time('When the upload URL expires.'),
  },
  Attachment: {
    ...file,
    id: id('file', 'The file.'),
    url: address('Link to the file, signed for seven days. It needs no key.'),
  },
  Submission: submission,
  SubmissionPatch: {
    ...submission,
    status: note('`received` releases the submission from spam; `spam` marks it as spam.'),
  },
  PostedSubmission: submission,
  SubmissionPage: {
    data: note('Submissions of this page, newest first; with `shape=event`, their events.'),
    searched_until: {
      ...time('Earliest time that the search has covered.'),
      example: '2026-11-01T00:00:00.000Z',
    },
  },
  BulkInput: {
    ...bulkChange,
    ids: note('The submissions.'),
    filter: note('Selects the submissions.'),
  },
  BulkFilter: {
    since: {
      ...time('Only submissions received at this time or later.'),
      example: '2026-11-01T00:00:00.000Z',
    },
    until: { ...time('Only submissions received before this time.'), example: '2026-12-01T00:00:00.000Z' },
    read: { ...note('Only submissions that have been read, or only unread ones.'), example: false },
    assignee: {
      ...note('Only submissions assigned to this member; `me`, or `none` for unassigned ones.'),
      example: 'none',
    },
    label: { ...note('Only submissions with this label.'), example: LABEL_ID },
    starred: { ...note('Only submissions with a star, or only those without.'), example: true },
    handled: { ...note('Only submissions that have been handled, or only open ones.'), example: false },
    has_files: { ...note('Only submissions with files, or only those without.'), example: true },
    q: {
      ...note('Only submissions that contain each of these words in some value.'),
      example: 'cheap watches',
    },
  },
  BulkByFilterInput: {
    ...bulkChange,
    filter: note('Selects the submissions.'),
  },
  Import: importNotes,
  CreatedImport: { ...importNotes, upload: note('Where to send the file.') },
  ImportPreviewRow: { received_at: time('When the submission was received.') },
  DataRequest: {
    created_at: time('When it was requested.'),
    searched_until: time('Everything received before this time was searched.'),
    finished_at: time('When it ended; null until then.'),
    download_url: address('Link to the ZIP file, valid for five minutes. Absent if there is no file.'),
  },
  DataRequestCertificate: {
    searched_until: time('Everything received before this time was searched.'),
    finished_at: time('When the request finished.'),
  },
  BulkJob: {
    id: id('blk', 'The bulk job.'),
    action: note('Changes that are applied to each submission.'),
    undo_until: time('Nothing is changed before this time. Until then, the job can be undone.'),
  },
  Label: label,
  LabelInput: label,
  LabelPatch: label,
  BulkResult: {
    data: note('One result for each submission.'),
    'data.id': note('ID from the request.'),
    'data.ok': note('Whether the update succeeded.'),
    'data.problem': note('Why the update failed.'),
    'data.problem.type': address('URL that explains the problem.'),
    'data.problem.code': note('Identifies the problem.'),
    'data.problem.status': note('HTTP status that a single update would have returned.'),
  },
  SubmitResponse: {
    id: id('sub', 'The submission; absent for spam.'),
    success: { ...note('Whether the submission was accepted.'), example: true },
    message: {
      ...note("Thank-you message in the visitor's language."),
      example: 'Thanks, your message has been sent.',
    },
    next: {
      ...address('URL of the next page for the visitor.'),
      example: 'https://forms.example.org/v1/f/contact/thanks',
    },
  },
  FormProblem: { code: note('Identifies the problem. Never changes.') },
  Webhook: webhook,
  WebhookInput: webhook,
  AccountWebhookInput: webhook,
  WebhookPatch: { ...webhook, rotate_secret: note('Set to true to create a new signing secret.') },
  ChangedWebhook: {
    ...webhook,
    secret: {
      description:
        'New signing secret, which is only shown in this response. Absent if the secret has not changed.',
      pattern: '^whsec_',
    },
  },
  WebhookTestResult: {
    ok: note('Whether the endpoint returned a 2xx status.'),
    error: { description: 'Why there was no response.', example: 'connection refused' },
  },
  Delivery: {
    id: id('whd', 'The delivery.'),
    submission_id: id('sub', 'ID of the submission; null for a test ping.'),
    status: note(
      '`pending` until the first attempt has finished, `retrying` while another attempt is scheduled.',
    ),
    'log.at': time('When the attempt started.'),
  },
  RecoveryStarted: {
    recovery_id: id('rec', 'The recovery. Absent with `dry_run`.'),
    since: time('Start of the period; only with `dry_run`.'),
    until: time('End of the period, at most now; only with `dry_run`.'),
  },
  Recovery: {
    id: id('rec', 'The recovery.'),
    since: time('Start of the period. Deliveries that failed during the period are resent.'),
    until: time('End of the period. Deliveries that failed during the period are resent.'),
    finished_at: time('When it finished or was stopped; null while it is running.'),
  },
  SubmissionCreatedEvent: {
    type: note('The event.'),
    id: id('whd', 'The delivery.'),
    data: note('The submission.'),
    'data.files': note('Files of the submission.'),
  },
  SubmissionUpdatedEvent: {
    type: note('The event.'),
    id: id('whd', 'The delivery.'),
    data: note('The submission after the change, and what changed.'),
    'data.files': note('Files of the submission.'),
    'data.actor.type': note('Type of the actor.'),
    'data.actor.id': note('ID of the key, member or connection that made the change.'),
    'data.actor.name': note("The actor's name when the change was made."),
  },
  SubmissionDeletedEvent: {
    type: note('The event.'),
    id: id('whd', 'The delivery.'),
    data: note('The deleted submission, without its payload.'),
  },
  DeliveryFailedEvent: {
    type: note('The event.'),
    id: id('whd', 'The delivery of this event.'),
    data: note('The delivery that failed.'),
  },
  WebhookTestEvent: {
    type: note('The event.'),
    id: id('whd', 'The delivery.'),
    data: note('ID of the form that the test is for.'),
    'data.sample': note('Always true: this is sample data.'),
  },
  ApiKey: apiKey,
  AuditEvent: { id: id('aud', 'The row.'), at: time('When the change was made.') },
  RpcResponse: {
    error: {
      description: 'Absent if the request succeeded.',
      example: { code: -32601, message: 'There is no method "prompts/list"' },
    },
    'error.code': { description: 'Code of the error.', example: -32601 },
    'error.message': { description: 'What is wrong.', example: 'There is no method "prompts/list"' },
    'error.data': { description: 'More about the error.', example: { supported: ['2026-07-28'] } },
  },
  Connection: {
    id: id('con', 'The connection.'),
    client_id: note("The app's ID, or the URL of its metadata document."),
    app_name: note('Name of the app when it was connected.'),
    member_id: id('mem', "The member who connected the app. The app acts on this member's behalf."),
    scopes: note('Scopes that the member agreed to. The app can never do more than the member.'),
    form_ids: note(
      'IDs of the only forms that the member chose for the app; null for all forms that the member can access.',
    ),
    resource: {
      description: 'URL of the MCP endpoint if the app is an agent; null for apps that use the API.',
      example: 'https://forms.example.com/mcp',
    },
    last_used_at: time('When the app last used the connection, accurate to about an hour.'),
    expires_at: time('When the connection expires unless the app uses it.'),
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
      'Requested scopes, separated by spaces. If absent, the token gets all scopes of the key or the connection.',
    ),
    resource: {
      description:
        "What the token is for: this service's URL with the path `/mcp`. Defaults to the API or, with a code or refresh token, to the resource of the authorization request (RFC 8707).",
      example: 'https://forms.example.org/mcp',
    },
    code: { description: 'The code, for `authorization_code`.', example: '<AUTHORIZATION_CODE>' },
    redirect_uri: {
      description: 'The redirect URI that received the code, for `authorization_code`.',
      example: 'https://platform.example.org/callback',
    },
    code_verifier: {
      description: 'The code verifier (RFC 7636), for `authorization_code`.',
      example: '<CODE_VERIFIER>',
    },
    refresh_token: {
      description: "The app's latest refresh token, for `refresh_token`.",
      example: '<REFRESH_TOKEN>',
    },
  },
  ConsentForm: {
    decision: note("The person's decision."),
    token: note('Token from the consent page.'),
    client_id: note("The app's ID, or the URL of its metadata document."),
    redirect_uri: note('Where the browser is redirected afterwards.'),
    scope: note('Scopes that were shown to the person, separated by spaces.'),
    state: { description: 'Returned to the app unchanged.', example: 'af0ifjsldkj' },
    resource: {
      description: "What the app's tokens are for. Absent for the API.",
      example: 'https://forms.example.org/mcp',
    },
    code_challenge: note('Code challenge of the app (RFC 7636).'),
    forms: note(
      '`all` for all forms that the person can access, or `chosen` for those whose IDs are sent as parameters.',
    ),
  },
  RevocationForm: {
    ...oauthClient,
    token: note("The access token, or an app's refresh token."),
    token_type_hint: {
      description: 'Optional: `access_token` or `refresh_token`.',
      example: 'access_token',
    },
  },
  Token: {
    access_token: note('The access token. Send it like a key.'),
    token_type: note('How to send the token: `Authorization: Bearer`.'),
    expires_in: note('Number of seconds until the token expires.'),
    scope: note('Scopes of the token, separated by spaces.'),
    refresh_token: {
      description:
        'Only for apps: exchange it for new tokens. It is valid for 30 days and replaces the previous refresh token.',
      example: '<REFRESH_TOKEN>',
    },
  },
  OauthError: {
    error: note('Error code of RFC 6749, section 5.2, or `invalid_target` of RFC 8707.'),
    error_description: note('Human-readable description of the error.'),
  },
  OauthMetadata: {
    issuer: address('This service.'),
    authorization_endpoint: address('URL of the consent page; absent if the stage has no sign-in.'),
    token_endpoint: address('URL that issues tokens.'),
    token_endpoint_auth_methods_supported: note('How clients authenticate at the token endpoint.'),
    revocation_endpoint: address('URL that revokes tokens.'),
    revocation_endpoint_auth_methods_supported: note('How clients authenticate at the token endpoint.'),
    grant_types_supported: note('Supported grant types.'),
    response_types_supported: note('Supported response types; empty without an authorization endpoint.'),
    response_modes_supported: note('How the result is returned to the app.'),
    code_challenge_methods_supported: note('Supported PKCE methods. PKCE is required.'),
    authorization_response_iss_parameter_supported: note(
      'Whether the response names this service as the issuer (RFC 9207).',
    ),
    client_id_metadata_document_supported: note(
      'Whether the client ID of an app can be the https URL of its metadata document.',
    ),
    scopes_supported: note('Scopes that apps can request.'),
  },
  ProtectedResource: {
    resource: address('URL of the MCP endpoint. Send it as `resource` to get a token for the endpoint.'),
    authorization_servers: note(
      'The OAuth servers that issue tokens for the endpoint. This is the only one.',
    ),
    scopes_supported: note('Scopes that the endpoint uses.'),
    bearer_methods_supported: note('How to send a token: only in the `Authorization` header.'),
  },
  LocalizedSubmissionInput: {
    form: note('Slug or ID of the form.'),
    fields: note("Fields by name. Values that aren't strings are stored as JSON."),
  },
  LocalizedSubmission: localized,
  Job: {
    analytics: note('Statistics of the submission and its form.'),
    'analytics.deliveries': note("Number of the submission's deliveries by status."),
    'analytics.deliveries.total': note('All deliveries.'),
    'analytics.deliveries.succeeded': note('Deliveries that the endpoint acknowledged.'),
    'analytics.deliveries.failed': note('Deliveries that failed permanently.'),
    'analytics.deliveries.retrying': note('Deliveries that will be retried.'),
    'analytics.deliveries.pending': note('Deliveries that are waiting for their first attempt to finish.'),
    'analytics.form': note('Submissions of the form.'),
    'analytics.form.received_30d': note('Accepted in the last 30 days.'),
    'analytics.form.spam_30d': note('Caught as spam in the last 30 days.'),
    'analytics.form.by_day': note('The last 30 days, oldest first.'),
    'analytics.form.by_day.date': { description: 'The day, in UTC.', format: 'date' },
    'analytics.form.by_day.received': note('Accepted on that day.'),
    'analytics.form.by_day.spam': note('Caught as spam on that day.'),
  },
  DriveEntry: { submissions: note("The form's latest submissions.") },
  IdOnly: {
    id: note('ID of the created resource.'),
    secret: {
      ...note('Signing secret, which is only shown in this response.'),
      example: 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIGp1c3QgYW4gZXhhbXBsZSE=',
    },
  },
  Health: {
    status: note('Confirms that the service is up.'),
    version: note('Version of the service.'),
    time: time('Current time of the service.'),
  },
  Usage: {
    plan: note('Plan of the account.'),
    period: note('The calendar month that the numbers apply to.'),
    'period.start': time('Start of the month.'),
    'period.end': time('Start of the next month.'),
    submissions: note('Accepted submissions.'),
    'submissions.used': note('Number of submissions accepted this month.'),
    'submissions.limit': note('Number of submissions that the account can accept per month.'),
    'submissions.remaining': note('Number of submissions that the account can still accept this month.'),
    uploads: note("The plan's limits for files."),
    'uploads.allowed': note('Whether submissions can include files.'),
  },
  Member: person,
  MemberInput: person,
  MemberPatch: person,
  Caller: {
    type: note('Type of the caller. The session of a key counts as the key.'),
    id: note("ID of the key, of the token's key, or of the member."),
    name: note('Name of the key or the person.'),
    scopes: note('Scopes of the caller.'),
    account: note('Account that the caller acts for.'),
    'account.id': id('acc', 'The account.'),
    'account.plan': note('Plan of the account.'),
    member: { ...note('Only set for members.') },
    'member.email': person['email'] ?? note(''),
    'member.role': person['role'] ?? note(''),
    'member.form_ids': person['form_ids'] ?? note(''),
  },
  LinkForm: { 'List-Unsubscribe': note('Value that e-mail clients send.') },
  Timeline: {
    data: note('The events, oldest first.'),
    'data.at': time('When it happened.'),
    'data.type': note('What happened.'),
    'data.recipient': { ...note('Address that the e-mail was sent to.'), example: 'team@example.org' },
    'data.status': note('New status.'),
    'data.actor': note('Who made the change.'),
    'data.actor.type': note('Type of the actor: a key, an access token, a member or the operator.'),
    'data.actor.id': note('ID of the actor.'),
    'data.actor.name': note('Name of the actor.'),
    'data.handled': { ...note('False if the submission was reopened.'), example: true },
    'data.action': { ...note('Whether the note was added or removed.'), example: 'set' },
    'data.reason': {
      ...note('Why the e-mail was skipped, bounced or delayed; otherwise null.'),
      example: null,
    },
    'data.kind': note('Whether it was sent to a recipient of the form or to the submitter.'),
  },
  Fields: {
    data: note('The declared fields. If there are none, all fields in the order they first appeared.'),
    'data.label': { ...note('Label that people see instead of the name.'), example: 'Your name' },
    'data.required': { ...note('Whether the field is required.'), example: true },
    'data.options': { ...note('The available options.'), example: ['basic', 'plus'] },
  },
  Statistics: {
    days: note('Number of days covered, including today.'),
    'webhooks.succeeded': note('Deliveries that the endpoint acknowledged.'),
    'webhooks.failed': note('Deliveries that failed permanently.'),
    'by_day.date': { description: 'The day, in UTC.', format: 'date' },
    'by_day.webhooks.succeeded': note('Deliveries that the endpoint acknowledged.'),
    'by_day.webhooks.failed': note('Deliveries that failed permanently.'),
  },
  ConflictProblem: conflict,
  OpenApi: { openapi: note('Version of the OpenAPI specification.') },
  ProblemType: {
    type: address('URL of this explanation.'),
    code: note('Identifies the problem type.'),
    status: note('HTTP status of its responses.'),
  },
  Problem: {
    ...conflict,
    limit: { ...note('For `quota-exceeded`: the monthly quota of submissions.'), example: 100 },
    max_file_bytes: {
      ...note('For `file-too-large`: maximum file size of the plan, in bytes.'),
      example: 26_214_400,
    },
  },
};

/** Returns the note for a component's property, or undefined if there is none. */
export function memberNote(component: string, path: string): MemberNote | undefined {
  const own = ofComponent[component]?.[path];
  if (own) return own;
  return everywhere[path.split('.').at(-1) ?? ''];
}
