/**
 * Contains the introduction to the OpenAPI document in CommonMark. The introduction covers everything that
 * applies to all operations.
 */
export const OVERVIEW = `
Web forms and programs send submissions to \`/v1/f/{slug}\`. The service stores them, lets you read them through this
API, and delivers them as signed webhooks. All other operations belong to the management API, which is meant for scripts
and CI.

## A form on a page

\`\`\`html
<form action="/v1/f/contact" method="post">
  <input name="email" type="email" required>
  <textarea name="message"></textarea>
  <input name="_gotcha" autocomplete="off" hidden>
  <button>Send</button>
</form>
\`\`\`

Set \`action\` to this service's address and the form's slug. The hidden field is a honeypot that only bots fill in. Its
name is \`_gotcha\` unless the form sets another one. Submissions with a value in this field are stored as spam and don't trigger e-mails or webhooks.

## Authentication

Send a management key as \`Authorization: Bearer <API_KEY>\`. Submitting a form needs no key. If you send a submission key, it must be valid and belong to the form's account. Keys are shown only once, when they are created. You
can revoke them at any time.

## Conventions

- Bodies are JSON with names in snake_case. Times are ISO 8601 in UTC with milliseconds. IDs are opaque strings with a
  prefix.
- Responses may get new properties. Ignore properties that you don't know.
- Lists are \`{ "data": [...], "next_cursor": ... }\`, newest first. To get the next page, send \`next_cursor\` as
  \`cursor\`. It is null on the last page.
- Unknown properties in a body and unknown query parameters are rejected with a 422 that names them.
- Every response has an \`x-request-id\`.
- \`HEAD\` works wherever \`GET\` does: it returns the same status and headers without the body.
- Forms, webhooks and submissions have an \`ETag\`. If you send it as \`If-Match\` with a change, the change is rejected
  if someone else has changed the resource since then.
- Lists and statistics also have an \`ETag\`. If you send it as \`If-None-Match\`, the response is 304 without a body
  until something changes.
- You can use a form's ID instead of its slug in \`/v1/f/{slug}\`, with or without a trailing slash.
- You can call all operations from other origins (CORS), except \`/oauth/authorize\`.

## Errors

Every error is an \`application/problem+json\` document (RFC 7807). Branch on \`code\`. \`title\` and \`detail\` are
human-readable and may change. \`type\` is a URL that explains the problem. A path that isn't in this document returns
\`not-found\`. A method that a path doesn't support returns \`method-not-allowed\` with an \`Allow\` header.

The gateway in front of the service sends some errors as \`{ "message": ... }\` instead of problem documents: 413 for a
body above 10 MB, 429 when the whole service gets too many requests, and 500 or 503 when a function doesn't respond.
Scripts on other origins can't read these errors.
`.trim();
