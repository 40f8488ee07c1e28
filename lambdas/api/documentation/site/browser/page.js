// Adds the behavior that all pages share: the menu on narrow screens, copy buttons for code, and ids from the
// URL.
document.documentElement.classList.add('scripted');

const menu = document.querySelector('[data-menu]');
menu.hidden = false;
menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(menu.getAttribute('aria-expanded') !== 'true'));
});

// The console links to recipes with the ids of the current form and webhook (`#form=…&webhook=…`). The
// examples then show these ids instead of `<form id>` and `<webhook id>`, and links to other recipes keep
// them.
const IDS = { form: /^frm_[0-9A-Z]{10}$/, webhook: /^wh_[0-9A-Z]{20,22}$/ };
const brought = [...new URLSearchParams(location.hash.slice(1))].filter(
  ([name, id]) => Object.hasOwn(IDS, name) && IDS[name].test(id),
);
for (const code of brought.length > 0 ? document.querySelectorAll('main code') : []) {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (const [name, id] of brought)
      texts.currentNode.data = texts.currentNode.data.replaceAll(`<${name} id>`, id);
  }
}
for (const link of document.querySelectorAll(
  'main a[href^="/docs/automations"], nav a[href^="/docs/automations"]',
)) {
  if (brought.length > 0 && link.hash === '') link.hash = new URLSearchParams(brought).toString();
}

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.querySelector('code').textContent).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
  });
  block.append(button);
}
