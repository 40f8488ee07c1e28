/** The introduction of the document, in CommonMark: what holds for all operations. */
export const OVERVIEW = `
Web forms and programs post submissions to \`/v1/f/{slug}\`. They are stored, can be read here, and are delivered as
signed webhooks. Everything else is the management API, for scripts and CI.

## A form on a page

\`\`\`html
<form action="/v1/f/contact" method="post">
  <input name="email" type="email" required>
  <textarea name="message"></textarea>
  <input name="_gotcha" autocomplete="off" hidden>
  <button>Send</button>
</form>
\`\`\`

\`action\` is this service's address and the form's slug. Only bots fill in the honeypot field, \`_gotcha\` unless the form
names another: such a post is kept as spam and triggers nothing.

## Authentication

Send a management key as \`Authorization: Bearer <API_KEY>\`. Ingest needs none; if a submission key is sent there, it
must be valid and of the form's account. Keys are shown once, when they are created, and can be revoked at any time.

## Conventions

- Bodies are JSON with names in snake_case. Times are ISO 8601 in UTC with milliseconds. Ids are opaque behind their
  prefix.
- Responses may gain members: ignore those that you do not know.
- Lists are \`{ "data": [...], "next_cursor": ... }\`, newest first. Pass \`next_cursor\` on as \`cursor\` until it is null.
- What is not known in a body or query is refused with 422 and named; nothing is ignored.
- Every response has an \`x-request-id\`.
- \`HEAD\` is taken wherever \`GET\` is: the same status and headers, without the body.
- Forms, webhooks and submissions have an \`ETag\`: send it as \`If-Match\` with a change, and the change is refused when
  somebody changed them in between. Lists and statistics have one too: send it as \`If-None-Match\`, and the response is
  304 without a body while nothing has changed.
- A form's id may stand in place of its slug in \`/v1/f/{slug}\`, and one slash may follow.
- All operations may be called from other origins (CORS).

## Errors

Every error is an \`application/problem+json\` document (RFC 7807). Branch on \`type\`, or on its last part; \`title\` and
\`detail\` are for people and may change. Each \`type\` is an address that explains the problem. A path that is not in this
document is \`not-found\`, a method that a path does not have \`method-not-allowed\` with \`Allow\`. The gateway in front
of the service has responses of its own, which are no problem documents but \`{ "message": ... }\`: 413 for a body above
10 MB, 429 when the whole service gets too many requests, 500 and 503 when a function did not respond.
`.trim();
