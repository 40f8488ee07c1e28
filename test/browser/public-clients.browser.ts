/**
 * Tests the published clients of other form backends, and libraries that submit forms. Each one submits to a
 * form with the matching conventions, shows a field error, and shows a success message.
 */
import { build } from 'esbuild';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/browser/chromium.ts';
import { startWebsite, type Website } from '../support/receivers/website.ts';
import { startService, type RunningService } from '../support/service/service.ts';

let service: RunningService;
let website: Website;
let browser: Browser;
beforeAll(async () => {
  [service, website, browser] = await Promise.all([startService(), startWebsite(), startBrowser()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), website.stop(), browser.close()]);
});

interface Form {
  readonly id: string;
  readonly slug: string;
}

const FIELDS = [
  { name: 'email', label: 'Your e-mail', type: 'email', required: true },
  { name: 'message', type: 'text' },
];
const makeForm = async (conventions: string): Promise<Form> => {
  const input = { name: 'Contact', rate_limit: 1000, conventions, fields: FIELDS };
  return (await service.manage('POST', '/v1/forms', input)).body;
};
const stored = async ({ id }: Form): Promise<any[]> =>
  (await service.manage('GET', `/v1/forms/${id}/submissions`)).body.data;

/** Bundles a page's script, including its imports. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, loader: 'jsx', resolveDir: join(import.meta.dirname, '../..') },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}

const PLAIN = (action: string) => `
  <form id="form" method="post" action="${action}" novalidate>
    <label>E-mail <input name="email"></label>
    <label>Message <input name="message"></label>
    <button>Send</button>
  </form>
  <div id="result"></div>`;
const REQUIRED = 'Please fill in this field.';
const THANKS = 'Thanks, your message has been sent.';

interface Client {
  readonly conventions: string;
  /** The form's path, relative to the service's URL. */
  readonly path?: (form: Form) => string;
  /** HTML body of the page. Defaults to a plain form and an element for the result. */
  readonly body?: (form: Form, action: string) => string;
  readonly head?: string;
  /**
   * Source code of a module. `FORM` and `ACTION` are replaced by the form's slug and URL, and `V1` by the
   * base URL of all forms.
   */
  readonly script: string;
  /** URL that is hard-coded in the client. Requests to this URL are redirected to the form. */
  readonly builtIn?: string;
  /**
   * Text that the page shows when a required field is empty. `success` is the text that it shows on success.
   */
  readonly refused: string;
  readonly success: string;
}

/** Script that displays the resulting message, included in every page. */
const SHOWING = `
  const form = document.getElementById('form');
  const result = document.getElementById('result');
  const submit = (send) => form.addEventListener('submit', (event) => {
    event.preventDefault();
    result.textContent = '';
    send(new FormData(form)).then((text) => { result.textContent = text; });
  });`;

/** Success message in published snippets, which don't use the service's message. */
const THANK_YOU = 'Thanks for your submission!';

const clients: Record<string, Client> = {
  '@formspree/core': {
    conventions: 'formspree',
    script: `import { createClient, isSubmissionError } from '@formspree/core';
      ${SHOWING}
      const client = createClient({ project: 'website' });
      submit(async (data) => {
        const answer = await client.submitForm('FORM', data, { endpoint: 'V1' });
        return isSubmissionError(answer)
          ? answer.getFieldErrors('email').map(({ code, message }) => code + ' ' + message).join()
          : 'next: ' + answer.next;
      });`,
    refused: `REQUIRED_FIELD_EMPTY ${REQUIRED}`,
    success: 'next: V1/f/FORM/thanks',
  },
  '@formspree/react 3': {
    conventions: 'formspree',
    body: () => '<div id="root"></div>',
    script: `import { useForm, ValidationError } from '@formspree/react';
      import React from 'react';
      import { createRoot } from 'react-dom/client';
      function Contact() {
        const [state, handleSubmit] = useForm('FORM', { endpoint: 'V1' });
        if (state.succeeded) return <p>${THANK_YOU}</p>;
        return (
          <form onSubmit={handleSubmit} noValidate>
            <label>E-mail <input name="email" /></label>
            <ValidationError prefix="Email" field="email" errors={state.errors} />
            <label>Message <input name="message" /></label>
            <button disabled={state.submitting}>Send</button>
          </form>
        );
      }
      createRoot(document.getElementById('root')).render(<Contact />);`,
    refused: `Email ${REQUIRED}`,
    success: THANK_YOU,
  },
  '@formspree/ajax': {
    conventions: 'formspree',
    body: () => `
      <form id="form" novalidate>
        <label>E-mail <input name="email" data-fs-field></label>
        <span data-fs-error="email"></span>
        <label>Message <input name="message"></label>
        <button data-fs-submit-btn>Send</button>
      </form>
      <div data-fs-success></div><div data-fs-error></div>`,
    // Bundlers choose the package's browser build, which is meant for script tags and defines a global.
    script: `import '@formspree/ajax';
      window.formspree('initForm', { formElement: '#form', formId: 'FORM', origin: 'V1' });`,
    refused: REQUIRED,
    success: 'Thank you!',
  },
  'the snippet of Formspree': {
    conventions: 'formspree',
    script: `${SHOWING}
      submit(async (data) => {
        const response = await fetch(form.action, {
          method: form.method, body: data, headers: { Accept: 'application/json' },
        });
        if (response.ok) { form.reset(); return '${THANK_YOU}'; }
        const answer = await response.json();
        if (Object.hasOwn(answer, 'errors')) return answer['errors'].map((error) => error['message']).join(', ');
        return 'Oops! There was a problem submitting your form';
      });`,
    refused: REQUIRED,
    success: THANK_YOU,
  },
  '@web3forms/react': {
    conventions: 'web3forms',
    builtIn: 'https://api.web3forms.com/submit',
    script: `import useWeb3Forms from '@web3forms/react';
      ${SHOWING}
      submit((data) => new Promise((resolve) => {
        const { submit: send } = useWeb3Forms({
          access_key: 'FORM',
          settings: { from_name: 'Acme', subject: 'New message' },
          onSuccess: (message) => resolve('sent: ' + message),
          onError: (message) => resolve('refused: ' + message),
        });
        void send(Object.fromEntries(data));
      }));`,
    refused: `refused: email: ${REQUIRED}`,
    success: `sent: ${THANKS}`,
  },
  'the snippet of Web3Forms': {
    conventions: 'web3forms',
    builtIn: 'https://api.web3forms.com/submit',
    body: (form, action) =>
      PLAIN(action).replace(
        '<button>',
        `<input type="hidden" name="access_key" value="${form.slug}">
         <input type="checkbox" name="botcheck" style="display: none;"><button>`,
      ),
    script: `${SHOWING}
      submit((data) => fetch('https://api.web3forms.com/submit', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(Object.fromEntries(data)),
      }).then(async (response) => {
        const json = await response.json();
        return response.status == 200 ? json.message : json.message;
      }));`,
    refused: `email: ${REQUIRED}`,
    success: THANKS,
  },
  'the snippet of Basin': {
    conventions: 'basin',
    path: ({ slug }) => `/v1/f/${slug}.json`,
    script: `${SHOWING}
      submit(async (data) => {
        const response = await fetch(form.action, {
          method: 'POST', headers: { Accept: 'application/json' }, body: data,
        });
        const answer = await response.json();
        return response.ok && answer.success ? '${THANK_YOU}' : answer.error;
      });`,
    refused: `email: ${REQUIRED}`,
    success: THANK_YOU,
  },
  'the snippet of Netlify': {
    conventions: 'netlify',
    body: (_, action) =>
      PLAIN(action).replace('<button>', '<input type="hidden" name="form-name" value="contact"><button>'),
    script: `${SHOWING}
      submit((data) => fetch(form.action, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(data).toString(),
      })
        .then(async (response) => {
          if (!response.ok) throw new Error((await response.json()).message);
          return '${THANK_YOU}';
        })
        .catch((error) => String(error.message)));`,
    refused: `email: ${REQUIRED}`,
    success: THANK_YOU,
  },
  'the snippet of StaticForms': {
    conventions: 'staticforms',
    builtIn: 'https://api.staticforms.dev/submit',
    body: (_, action) =>
      PLAIN(action).replace(
        '<button>',
        `<input type="hidden" name="apiKey" value="key"><input type="text" name="honeypot" hidden>
         <input type="hidden" name="replyTo" value="@"><button>`,
      ),
    script: `${SHOWING}
      submit(async (data) => {
        const response = await fetch('https://api.staticforms.dev/submit', {
          method: 'POST',
          body: JSON.stringify(Object.fromEntries(data)),
          headers: { 'Content-Type': 'application/json' },
        });
        const json = await response.json();
        return json.success ? '${THANK_YOU}' : json.message;
      });`,
    refused: `email: ${REQUIRED}`,
    success: THANK_YOU,
  },
  'jQuery, as FormSubmit shows it': {
    conventions: 'formsubmit',
    path: ({ slug }) => `/v1/ajax/${slug}`,
    script: `import $ from 'jquery';
      $('#form').on('submit', (event) => {
        event.preventDefault();
        $.ajax({
          method: 'POST',
          url: $('#form').attr('action'),
          dataType: 'json',
          accepts: 'application/json',
          data: $('#form').serialize(),
          success: (data) => $('#result').text(data.success === 'true' ? data.message : 'refused'),
          error: ({ responseJSON }) =>
            $('#result').text(responseJSON.errors.map(({ field, message }) => field + ': ' + message).join()),
        });
      });`,
    refused: `email: ${REQUIRED}`,
    success: THANKS,
  },
  'axios with X-Requested-With': {
    conventions: 'getform',
    script: `import axios from 'axios';
      ${SHOWING}
      submit((data) => axios
        .post(form.action, data, { headers: { 'X-Requested-With': 'XMLHttpRequest', Accept: 'application/json' } })
        .then(({ data }) => (data.success ? data.message : 'refused'))
        .catch(({ response }) => response.headers['content-type'] + ' ' + response.data.errors[0].message));`,
    refused: `application/json ${REQUIRED}`,
    success: THANKS,
  },
  'htmx 2': {
    conventions: 'formspree',
    head: `<meta name="htmx-config"
      content='{"selfRequestsOnly":false,"responseHandling":[{"code":"...","swap":true}]}'>`,
    body: (_, action) => htmxForm(action),
    script: `import 'htmx-2';`,
    refused: REQUIRED,
    success: THANKS.replace('“Contact”', '“\u2068Contact\u2069”'),
  },
  'htmx 4': {
    conventions: 'none',
    head: `<meta name="htmx-config" content='{"mode":"cors"}'>`,
    body: (_, action) => htmxForm(action),
    script: `import 'htmx-4';`,
    refused: REQUIRED,
    success: THANKS.replace('“Contact”', '“\u2068Contact\u2069”'),
  },
};

const htmxForm = (action: string) =>
  PLAIN(action).replace(
    `method="post" action="${action}"`,
    `hx-post="${action}" hx-target="#result" hx-swap="innerHTML"`,
  );

async function open(of: Client, form: Form): Promise<{ page: Page; complaints: string[] }> {
  const action = service.baseUrl + (of.path?.(form) ?? `/v1/f/${form.slug}`);
  const script = of.script
    .replaceAll('FORM', form.slug)
    .replaceAll('V1', `${service.baseUrl}/v1`)
    .replaceAll('ACTION', action);
  website.show('/client.js', await bundled(script), { 'content-type': 'text/javascript' });
  const body = of.body?.(form, action) ?? PLAIN(action);
  website.show(
    '/contact',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Contact us</title>${of.head ?? ''}</head>
     <body>${body}<script src="/client.js"></script></body></html>`,
  );
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  if (of.builtIn !== undefined) {
    const to = of.conventions === 'web3forms' ? `${service.baseUrl}/v1/submit` : action;
    await page.route(of.builtIn, async (route) =>
      route.fulfill({ response: await route.fetch({ url: to }) }),
    );
  }
  await page.goto(`${website.origin}/contact`);
  return { page, complaints };
}

it.each(Object.entries(clients))(
  '%s submits a form, shows a field error, and shows success',
  async (_, of) => {
    const form = await makeForm(of.conventions);
    const { page, complaints } = await open(of, form);
    try {
      await page.getByLabel('Message').fill('Grüße');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText(of.refused).first().waitFor();
      expect(await stored(form)).toEqual([]);

      await page.getByLabel('E-mail').fill('ada@example.org');
      await page.getByRole('button', { name: 'Send' }).click();
      const success = of.success.replaceAll('V1', `${service.baseUrl}/v1`).replaceAll('FORM', form.slug);
      await page.getByText(success).first().waitFor();
      expect((await stored(form)).map(({ payload }) => payload)).toEqual([
        { email: 'ada@example.org', message: 'Grüße' },
      ]);
      expect(complaints).toEqual([]);
    } finally {
      await page.context().close();
    }
  },
);

it('Turbo opens the thank-you page or shows the errors on a website that proxies the service', async () => {
  const form = await makeForm('formspree');
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const script = await bundled(`import '@hotwired/turbo';`);
  const show = (path: string, contentType: string, body: string) =>
    page.route(service.baseUrl + path, (route) => route.fulfill({ contentType, body }));
  await show('/turbo.js', 'text/javascript', script);
  await show(
    '/contact',
    'text/html',
    `<!doctype html><html lang="en"><head><title>Contact us</title><script src="/turbo.js"></script></head>
     <body>${PLAIN(`/v1/f/${form.slug}`)}</body></html>`,
  );
  const send = async (email: string): Promise<void> => {
    await page.goto(`${service.baseUrl}/contact`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  await send('');
  await page.getByText(REQUIRED).first().waitFor();
  await send('ada@example.org');
  await page.waitForURL(`${service.baseUrl}/v1/f/${form.slug}/thanks`);
  await page.getByText('Thank you').first().waitFor();
  expect((await stored(form)).map(({ payload }) => payload)).toEqual([
    { email: 'ada@example.org', message: '' },
  ]);
  await page.context().close();
});

it('a plain form written for another backend redirects only to the page in its markup, if that page is allowed', async () => {
  const form = await makeForm('formspree');
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  website.show('/thanks', '<!doctype html><title>Our own thanks</title>');
  const send = async (next: string): Promise<void> => {
    const hidden = `<input type="hidden" name="_next" value="${next}"><input type="text" name="_gotcha" hidden>`;
    website.show(
      '/contact',
      `<!doctype html><html lang="en"><title>Contact us</title>
       ${PLAIN(`${service.baseUrl}/v1/f/${form.slug}`).replace('<button>', `${hidden}<button>`)}</html>`,
    );
    await page.goto(`${website.origin}/contact`);
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/thanks'));
  };
  await send(`${website.origin}/thanks`);
  expect(page.url()).toBe(`${website.origin}/thanks`);
  await send('https://evil.example/thanks');
  expect(page.url()).toBe(`${service.baseUrl}/v1/f/${form.slug}/thanks`);
  for (const { payload } of await stored(form))
    expect(payload).toEqual({ email: 'ada@example.org', message: '' });
  await page.context().close();
});
