// Searches all pages. Loads the index when the search field receives focus and keeps it until the page is
// closed.
import { ranked } from './search-ranking.js';

const box = document.querySelector('[data-search]');
const field = box.querySelector('input');
const list = box.querySelector('[role=listbox]');
const count = box.querySelector('[data-count]');

let entries;
let loading;
let active = -1;

box.hidden = false;

function load() {
  loading ??= fetch(box.dataset.index)
    .then((response) => response.json())
    .then((found) => {
      entries = found;
    })
    .catch(() => {
      loading = undefined;
    });
  return loading;
}

function optionOf({ title, place, address }, index) {
  const option = document.createElement('li');
  option.id = `found-${index}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  option.dataset.address = address;
  const name = document.createElement('span');
  name.className = 'found-title';
  name.textContent = title;
  const where = document.createElement('span');
  where.className = 'found-place';
  where.textContent = place;
  option.append(name, ' ', where);
  return option;
}

function show() {
  const found = ranked(entries ?? [], field.value);
  const isEmpty = field.value.trim() === '';
  active = -1;
  list.replaceChildren(...found.map(optionOf));
  list.hidden = found.length === 0;
  field.setAttribute('aria-expanded', String(found.length > 0));
  field.removeAttribute('aria-activedescendant');
  count.textContent = isEmpty ? '' : found.length === 0 ? 'Nothing found' : `${found.length} found`;
  box.toggleAttribute('data-nothing', !isEmpty && found.length === 0 && entries !== undefined);
}

function close() {
  list.hidden = true;
  field.setAttribute('aria-expanded', 'false');
  field.removeAttribute('aria-activedescendant');
  active = -1;
}

function move(by) {
  const options = [...list.children];
  if (options.length === 0) return;
  options[active]?.setAttribute('aria-selected', 'false');
  active = (active + by + options.length + (active < 0 && by < 0 ? 1 : 0)) % options.length;
  options[active].setAttribute('aria-selected', 'true');
  options[active].scrollIntoView({ block: 'nearest' });
  field.setAttribute('aria-activedescendant', options[active].id);
}

const go = (option) => {
  close();
  location.assign(option.dataset.address);
};

field.addEventListener('focus', () => void load()?.then(show));
field.addEventListener('input', () => void load()?.then(show));
field.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (list.hidden) show();
    move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    // Fast typists may press Enter before the index has loaded.
    void load()?.then(() => {
      if (list.children.length === 0) show();
      const option = list.children[Math.max(active, 0)];
      if (option) go(option);
    });
  } else if (event.key === 'Escape') {
    if (!list.hidden) event.preventDefault();
    close();
  }
});
// Keep the focus in the field while the user clicks an option.
list.addEventListener('mousedown', (event) => event.preventDefault());
list.addEventListener('click', (event) => {
  const option = event.target.closest('[role=option]');
  if (option) go(option);
});
field.addEventListener('blur', close);
document.addEventListener('keydown', (event) => {
  const { target } = event;
  const isTyping = target.matches?.('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
