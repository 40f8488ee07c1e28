/** Tests the form script on another website with a content security policy that doesn't allow other scripts. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realisticSiteverify } from '../support/receivers/siteverify.ts';
import {
  MEGABYTE,
  ESBUILD,
  USE_FORM,
  CORS,
  website,
  siteverify,
  folder,
  makeForm,
  stored,
  filesOf,
  addressOf,
  INPUTS,
  open,
  state,
  keysOf,
} from './form-script-fixture.ts';

describe('a form with data-svc', () => {
  it('is sent once after a double click and shows a message without leaving the page', async () => {
    const form = await makeForm();
    const { page, posts, complaints } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
    );
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Send').dblclick();
    await state(page, 'success');
    expect(await page.locator('[data-svc-success]').textContent()).toBe(
      'Thank you. Your message has been sent.',
    );
    expect(await page.locator('form').getAttribute('aria-busy')).toBe('false');
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    expect(posts).toHaveLength(1);
    expect(await stored(form)).toMatchObject([{ payload: { name: 'Ada', message: '' } }]);
    expect(Object.keys((await stored(form))[0].payload)).toEqual(['name', 'message']);
    expect(page.url()).toBe(`${website.origin}/page`);
    expect(complaints).toEqual([]);
  });

  it('works as an ordinary form without JavaScript', async () => {
    const form = await makeForm();
    const { page } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
      { javaScriptEnabled: false },
    );
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Send').click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await stored(form)).toHaveLength(1);
  });

  it('retries with the same key while the service returns 503', async () => {
    const form = await makeForm();
    const { page, posts } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
      {
        script:
          'window.tried = []; document.addEventListener("svc:retry", (e) => tried.push([e.detail.attempt, e.detail.status]));',
      },
    );
    let refused = 0;
    await page.route(addressOf(form), (route) => {
      if (route.request().method() !== 'POST' || (refused += 1) > 2) return route.continue();
      return route.fulfill({ status: 503, headers: CORS, body: 'Service Unavailable' });
    });
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Send').click();
    await state(page, 'success');
    expect(posts).toHaveLength(3);
    expect(new Set(keysOf(posts)).size).toBe(1);
    expect(keysOf(posts)[0]).toMatch(/^[a-z]{24}$/);
    expect(await page.evaluate('window.tried')).toEqual([
      [1, 503],
      [2, 503],
    ]);
    expect(await stored(form)).toHaveLength(1);
  });

  it('keeps its idempotency key until it gets a response, and uses a new one after a 4xx', async () => {
    const form = await makeForm({ fields: [{ name: 'name', type: 'text', required: true }] });
    const { page, posts } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
    );
    // The delay is too long for an automatic retry, so the script shows an error.
    await page.route(addressOf(form), (route) =>
      route.fulfill({
        status: 503,
        headers: { ...CORS, 'access-control-expose-headers': '*', 'retry-after': '60' },
      }),
    );
    for (const time of [1, 2]) {
      await page.getByText('Send').click();
      await state(page, 'error');
      expect(posts).toHaveLength(time);
    }
    expect(await page.locator('[data-svc-error=""]').textContent()).toBe(
      'Something went wrong. Please try again.',
    );
    await page.unroute(addressOf(form));
    await page.getByText('Send').click();
    await page.locator('[data-svc-error="name"]').waitFor();
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Send').click();
    await state(page, 'success');
    const [first, second, refused, accepted] = keysOf(posts);
    expect([second, refused]).toEqual([first, first]);
    expect(accepted).not.toBe(first);
  });

  it('waits while the browser is offline and continues as soon as it is online', async () => {
    const form = await makeForm();
    const { page } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
    );
    await page.getByLabel('Name').fill('Ada');
    await page.context().setOffline(true);
    await page.getByText('Send').click();
    await state(page, 'waiting');
    expect(await page.locator('form').getAttribute('aria-busy')).toBe('true');
    await page.context().setOffline(false);
    await state(page, 'success');
    expect(await stored(form)).toHaveLength(1);
  });

  it('uploads a 30 MB file first and shows the progress', async () => {
    const form = await makeForm();
    const content = randomBytes(30 * MEGABYTE);
    const path = join(folder, 'film.bin');
    writeFileSync(path, content);
    const { page, complaints } = await open(
      `<form data-svc method="post" enctype="multipart/form-data" action="${addressOf(form)}">${INPUTS}
         <label>Film <input type="file" name="film"></label><label>Note <input type="file" name="note"></label>
         <progress data-svc-progress hidden></progress><button>Send</button></form>`,
      {
        script:
          'window.seen = []; document.addEventListener("svc:progress", (e) => seen.push([e.detail.loaded, e.detail.total]));',
      },
    );
    // Slow down the upload to about a second, so that the browser reports progress several times even on a
    // fast machine.
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput: 30 * MEGABYTE,
    });
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Film').setInputFiles(path);
    await page
      .getByLabel('Note')
      .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('short') });
    await page.getByText('Send').click();
    await state(page, 'success');
    const files = await filesOf(form);
    expect(files.map(({ field, name, size }: any) => [field, name, size])).toEqual(
      expect.arrayContaining([
        ['film', 'film.bin', 30 * MEGABYTE],
        ['note', 'note.txt', 5],
      ]),
    );
    const film = files.find(({ field }: any) => field === 'film');
    const bytes = Buffer.from(await (await fetch(film.url)).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      createHash('sha256').update(content).digest('hex'),
    );
    const seen = await page.evaluate<[number, number][]>('window.seen');
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.map(([sent]) => sent)).toEqual(seen.map(([sent]) => sent).sort((a, b) => a - b));
    expect(new Set(seen.map(([, total]) => total))).toEqual(new Set([30 * MEGABYTE + 5]));
    expect(await page.locator('progress').isHidden()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('uploads small files first if they are too large for one submission together', async () => {
    const form = await makeForm();
    const { page } = await open(
      `<form data-svc method="post" enctype="multipart/form-data" action="${addressOf(form)}">
         <label>Photos <input type="file" name="photos" multiple></label><button>Send</button></form>`,
    );
    const photo = (name: string) => ({
      name,
      mimeType: 'image/png',
      buffer: Buffer.alloc(2 * MEGABYTE, name),
    });
    await page.getByLabel('Photos').setInputFiles(['a.png', 'b.png', 'c.png'].map(photo));
    await page.getByText('Send').click();
    await state(page, 'success');
    expect(await filesOf(form)).toHaveLength(3);
  });

  it("shows errors at their fields in the page's language, and removes them", async () => {
    const form = await makeForm({
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'email', type: 'email', required: true },
        { name: 'topic', type: 'choice', options: ['a', 'b'], required: true },
      ],
    });
    const { page, complaints } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">
         <label>Name <input name="name" value="Ada"></label>
         <label>Mail <input name="email" value="ada"></label><em data-svc-error="email" hidden></em>
         <label><input type="radio" name="topic" value="a"> A</label><label><input type="radio" name="topic" value="b"> B</label>
         <p data-svc-error hidden></p><button>Send</button></form>`,
      { lang: 'de' },
    );
    await page.getByText('Send').click();
    await state(page, 'error');
    const mail = page.getByLabel('Mail');
    expect(await mail.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBeNull();
    const described = page.locator('em');
    expect(await mail.getAttribute('aria-describedby')).toBe(await described.getAttribute('id'));
    expect(await described.textContent()).toMatch(/E-Mail-Adresse/);
    expect(await page.locator('p').textContent()).toBe('Bitte prüfen Sie die markierten Felder.');
    expect(await page.locator('span[data-svc-error="topic"]').textContent()).not.toBe('');
    expect(await mail.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);

    await mail.fill('ada@example.com');
    await page.getByLabel('A', { exact: true }).check();
    await page.getByText('Send').click();
    await state(page, 'success');
    expect(await mail.getAttribute('aria-invalid')).toBeNull();
    expect(await page.locator('[data-svc-error]:visible').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('renews an expired challenge once', async () => {
    siteverify.behave(realisticSiteverify());
    const form = await makeForm({ challenge: { enabled: true, site_key: 'key', secret: 'secret' } });
    // A fake Turnstile that writes a new token to the widget's field some time after a reset.
    const script = `window.turnstile = { reset(widget) {
        setTimeout(() => { widget.querySelector('input').value = 'good' }, 300);
      } };`;
    const { page, posts } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}
         <div class="cf-turnstile"><input type="hidden" name="cf-turnstile-response" value="expired"></div>
         <button>Send</button></form>`,
      { script },
    );
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Send').click();
    await state(page, 'success');
    expect(posts).toHaveLength(2);
    expect(siteverify.questions.map(({ response }) => response)).toEqual(['expired', 'good']);
  });

  it('redirects if configured and can be sent again after going back', async () => {
    website.show('/done', '<!doctype html><title>Done</title><h1>Done</h1>');
    const form = await makeForm();
    const { page } = await open(
      `<form data-svc data-svc-redirect="/done" method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
      { script: 'addEventListener("pageshow", (e) => { window.kept = e.persisted });' },
    );
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Send').click();
    await page.waitForURL(`${website.origin}/done`);
    await page.evaluate('history.back()').catch(() => undefined);
    await page.waitForFunction('window.kept === true');
    expect(await page.locator('form').getAttribute('data-svc-state')).toBeNull();
    await page.getByText('Send').click();
    await page.waitForURL(`${website.origin}/done`);
    expect(await stored(form)).toHaveLength(2);
  });

  it("goes to the service's own page if no other page is set", async () => {
    const form = await makeForm();
    const { page } = await open(
      `<form data-svc data-svc-redirect method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
    );
    await page.getByText('Send').click();
    await page.waitForURL(`${addressOf(form)}/thanks`);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });

  it('is sent even if the page removes the form in the meantime', async () => {
    const form = await makeForm();
    const { page, complaints } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
      { script: 'document.addEventListener("svc:submit", (e) => setTimeout(() => e.target.remove()));' },
    );
    await page.getByLabel('Name').fill('Ada');
    const answered = page.waitForResponse(
      (response) => response.url() === addressOf(form) && response.request().method() === 'POST',
    );
    await page.getByText('Send').click();
    expect((await answered).status()).toBe(201);
    expect(await page.locator('form').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('does not interfere with another form on the page', async () => {
    const [left, right] = await Promise.all([
      makeForm(),
      makeForm({ fields: [{ name: 'name', type: 'email' }] }),
    ]);
    const { page } = await open(
      [left, right]
        .map(
          (form, index) =>
            `<form id="f${index}" data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
        )
        .join(''),
    );
    for (const index of [0, 1]) {
      await page.locator(`#f${index}`).getByLabel('Name').fill('Ada');
      await page.locator(`#f${index}`).getByText('Send').click();
    }
    await page.locator('#f0[data-svc-state="success"]').waitFor();
    await page.locator('#f1[data-svc-state="error"]').waitFor();
    expect(await page.locator('#f0 [data-svc-error]').count()).toBe(0);
    expect(await stored(left)).toHaveLength(1);
    expect(await stored(right)).toHaveLength(0);
  });

  it("reads its URL from attributes, the submit button's first, and includes the button", async () => {
    const [own, other] = await Promise.all([makeForm(), makeForm()]);
    const { page } = await open(
      `<form data-svc method="post" action="${addressOf(own)}">
         <input name="action" value="act"><input name="submit" value="sub"><input name="reset" value="res">
         <input name="method" value="get">
         <button name="by" value="first">Send</button><button name="by" value="second" formaction="${addressOf(other)}">Elsewhere</button></form>`,
    );
    await page.getByText('Send').click();
    await state(page, 'success');
    const answered = page.waitForResponse(
      (response) => response.url() === addressOf(other) && response.request().method() === 'POST',
    );
    await page.getByText('Elsewhere').click();
    await answered;
    const controls = { action: 'act', submit: 'sub', reset: 'res', method: 'get' };
    expect(await stored(own)).toMatchObject([{ payload: { ...controls, by: 'first' } }]);
    expect(await stored(other)).toMatchObject([{ payload: { ...controls, by: 'second' } }]);
  });

  it('ignores events that the page handles itself', async () => {
    const form = await makeForm({ status: 'draft' });
    const { page, posts } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
      {
        script: `let first = true;
          document.addEventListener('svc:submit', (e) => { if (first) e.preventDefault(); first = false; });
          document.addEventListener('svc:error', (e) => { e.preventDefault(); window.heard = e.detail; });`,
      },
    );
    await page.getByText('Send').click();
    expect(await page.locator('form').getAttribute('data-svc-state')).toBeNull();
    await page.getByText('Send').click();
    await state(page, 'error');
    expect(posts).toHaveLength(1);
    expect(await page.evaluate('window.heard')).toMatchObject({
      ok: false,
      status: 403,
      type: 'form-not-live',
    });
    expect(await page.locator('[data-svc-error]').count()).toBe(0);
  });

  it.each([
    ['en', 'Your message was not accepted.'],
    ['ru-RU', 'Сообщение не принято.'],
  ])("says in %s that the form doesn't accept submissions", async (lang, text) => {
    const form = await makeForm({ status: 'draft' });
    const { page } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
      { lang },
    );
    await page.getByText('Send').click();
    await state(page, 'error');
    expect(await page.locator('[data-svc-error]').textContent()).toBe(text);
  });

  it("shows the page's own success message unchanged", async () => {
    const form = await makeForm();
    const { page } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}
         <div data-svc-success hidden>We have <b>got it</b>.</div><button>Send</button></form>`,
    );
    await page.getByText('Send').click();
    await page.getByText('got it').waitFor();
    expect(await page.locator('[data-svc-success]').innerHTML()).toBe('We have <b>got it</b>.');
  });

  it('shows its messages in live regions that already exist when the page loads', async () => {
    const form = await makeForm({ fields: [{ name: 'name', type: 'text', required: true }] });
    const { page } = await open(
      `<form data-svc method="post" action="${addressOf(form)}">${INPUTS}<button>Send</button></form>`,
    );
    const regions = page.locator('[aria-live="polite"]');
    expect(await regions.allTextContents()).toEqual(['', '']);
    const [success, error] = await regions.elementHandles();
    await page.getByText('Send').click();
    await state(page, 'error');
    expect(await error!.textContent()).toBe('Please check the marked fields.');
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Send').click();
    await state(page, 'success');
    expect(await success!.textContent()).toBe('Thank you. Your message has been sent.');
    expect(await success!.isVisible()).toBe(true);
  });

  it('shows its messages in elements outside the form', async () => {
    const [first, second] = [await makeForm(), await makeForm({ status: 'draft' })];
    const formOf = (form: { slug: string }, id: string) =>
      `<form id="${id}" data-svc method="post" action="${addressOf(form)}"><input name="name" value="Ada"><button>Send</button></form>`;
    const { page } = await open(
      `${formOf(first, 'a')}<p data-svc-success hidden>We have it.</p><p data-svc-error hidden></p>
       ${formOf(second, 'b')}<p data-svc-success hidden>We have that, too.</p><p data-svc-error hidden></p>`,
    );
    expect(await page.locator('[aria-live]').count()).toBe(4);
    await page.locator('#a button').click();
    await page.locator('#a[data-svc-state="success"]').waitFor();
    expect(await page.locator('p:visible').allTextContents()).toEqual(['We have it.']);
    await page.locator('#b button').click();
    await page.locator('#b[data-svc-state="error"]').waitFor();
    expect(await page.locator('p:visible').allTextContents()).toEqual([
      'We have it.',
      'Your message was not accepted.',
    ]);
  });
});

describe('useForm', () => {
  it('handles field errors and success in a React form', async () => {
    const form = await makeForm({ fields: [{ name: 'email', type: 'email', required: true }] });
    const source = `import { createElement as h } from 'react';
      import { createRoot } from 'react-dom/client';
      import { useForm } from ${JSON.stringify(USE_FORM)};
      function Contact() {
        const { state, submit } = useForm(${JSON.stringify(addressOf(form))}, { language: 'de' });
        return h('form', { onSubmit: submit }, h('label', {}, 'Mail', h('input', { name: 'email' })),
          h('button', { name: 'by', value: 'button' }, 'Send'), h('output', {}, state.status), h('em', {}, state.errors.email));
      }
      createRoot(document.getElementById('root')).render(h(Contact));`;
    const script = execFileSync(
      ESBUILD,
      ['--bundle', '--format=iife', '--define:process.env.NODE_ENV="production"'],
      {
        input: source,
        cwd: join(import.meta.dirname, '../..'),
        encoding: 'utf8',
        maxBuffer: 64 * MEGABYTE,
      },
    );
    const { page, complaints } = await open('<div id="root"></div>', { script });
    await page.getByLabel('Mail').fill('ada');
    await page.getByText('Send').dblclick();
    await page.getByText('error', { exact: true }).waitFor();
    expect(await page.locator('em').textContent()).toMatch(/E-Mail-Adresse/);
    await page.getByLabel('Mail').fill('ada@example.com');
    await page.getByText('Send').click();
    await page.getByText('success', { exact: true }).waitFor();
    expect(await stored(form)).toMatchObject([{ payload: { email: 'ada@example.com', by: 'button' } }]);
    expect(complaints).toEqual([]);
  });
});
