// Calls an operation with the values from its form and shows the response. The API key is only stored for
// this tab.
const KEY = 'svc-docs-key';

const keyFields = [...document.querySelectorAll('[data-key]')];

function keptKey() {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function keepKey(value) {
  for (const field of keyFields) field.value = value;
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // If the browser blocks storage, keep the key only in the input fields.
  }
}

for (const field of keyFields) {
  field.value = keptKey();
  field.addEventListener('change', () => keepKey(field.value.trim()));
}

function addressOf(form) {
  const valueOf = (place) =>
    [...form.querySelectorAll(`[data-in="${place}"]`)].filter(({ value }) => value !== '');
  const inPath = new Map(valueOf('path').map((field) => [field.dataset.name, field.value]));
  const path = form.dataset.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(inPath.get(name) ?? ''),
  );
  const query = new URLSearchParams(
    valueOf('query').map((field) => [field.dataset.name, field.value]),
  ).toString();
  const headers = Object.fromEntries(valueOf('header').map((field) => [field.dataset.name, field.value]));
  return { address: query === '' ? path : `${path}?${query}`, headers };
}

function requestOf(form) {
  const { address, headers } = addressOf(form);
  const key = form.querySelector('[data-key]')?.value.trim() ?? '';
  const content = form.querySelector('[data-content]')?.value ?? '';
  const type = form.querySelector('[data-type]')?.value;
  const hasBody = type !== undefined && content.trim() !== '';
  return {
    address,
    options: {
      method: form.dataset.method,
      headers: {
        accept: 'application/json, */*;q=0.5',
        ...headers,
        ...(key !== '' && { authorization: `Bearer ${key}` }),
        ...(hasBody && { 'content-type': type }),
      },
      ...(hasBody && { body: content }),
      // Authenticate with the key alone, even if the user is signed in to the console.
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
    },
  };
}

const isText = (type) => /json|text|xml|javascript|ndjson/.test(type);

async function bodyOf(response) {
  const type = response.headers.get('content-type') ?? '';
  const content = await response.blob();
  if (content.size === 0) return '';
  if (!isText(type)) return `${content.size} bytes of ${type || 'an unknown type'}`;
  const text = await content.text();
  if (!type.includes('json') || type.includes('ndjson')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(box, { status, headers = '', body = '' }) {
  box.hidden = false;
  box.querySelector('[data-status]').textContent = status;
  box.querySelector('[data-headers]').textContent = headers;
  box.querySelector('[data-headers]').closest('details').hidden = headers === '';
  box.querySelector('[data-body]').textContent = body;
  box.querySelector('[data-body-box]').hidden = body === '';
}

async function call(form, box) {
  const { address, options } = requestOf(form);
  const began = performance.now();
  try {
    const response = await fetch(address, options);
    const took = Math.round(performance.now() - began);
    if (response.type === 'opaqueredirect') {
      show(box, {
        status:
          "The response is a redirect, which scripts can't follow. Call it from your own program instead.",
      });
      return;
    }
    show(box, {
      status: `${response.status} ${response.statusText} · ${took} ms`.replace('  ', ' '),
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      body: await bodyOf(response),
    });
  } catch {
    show(box, { status: 'No response. The service could not be reached.' });
  }
}

for (const form of document.querySelectorAll('form[data-try]')) {
  const box = form.parentElement.querySelector('[data-response]');
  const button = form.querySelector('[type=submit]');
  const types = form.querySelector('[data-type]');
  types?.addEventListener('change', () => {
    form.querySelector('[data-content]').value = types.selectedOptions[0].dataset.example;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-disabled') === 'true') return;
    const key = form.querySelector('[data-key]');
    if (key) keepKey(key.value.trim());
    button.setAttribute('aria-disabled', 'true');
    void call(form, box).finally(() => button.removeAttribute('aria-disabled'));
  });
}
