// Searches all pages. Loads the index when the search field receives focus and keeps it until the page is
// closed.
const box = document.querySelector('[data-search]');
const field = box.querySelector('input');
const list = box.querySelector('[role=listbox]');
const count = box.querySelector('[data-count]');
const MOST = 12;

let entries;
let loading;
let active = -1;

box.hidden = false;

function load() {
  loading ??= fetch(box.dataset.index)
    .then((response) => response.json())
    .then((found) => {
      entries = found.map((entry) => ({
        ...entry,
        lower: entry.title.toLowerCase(),
        where: entry.place.toLowerCase(),
      }));
    })
    .catch(() => {
      loading = undefined;
    });
  return loading;
}

// A match at the start of a title scores highest, followed by matches elsewhere in the title, in the path and
// in the text.
function scoreOf({ lower, where, words }, wanted) {
  let score = 0;
  for (const word of wanted) {
    if (lower.startsWith(word)) score += 12;
    else if (lower.includes(` ${word}`)) score += 9;
    else if (lower.includes(word)) score += 5;
    else if (where.includes(word)) score += 4;
    else if (words.startsWith(word) || words.includes(` ${word}`)) score += 2;
    else return 0;
  }
  // Rank guides above other results with the same score, and whole guides above their sections.
  return score + (where.startsWith('guide') ? 1 : 0) + (where === 'guide' ? 1 : 0);
}

function find(text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0 || !entries) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => entry);
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
  const found = find(field.value);
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
