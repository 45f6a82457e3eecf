// Search, the menu of narrow screens, and keys. Pages are whole without it.
const root = document.documentElement.dataset.root;
const form = document.querySelector('#search');
const input = form.querySelector('input');
const results = document.querySelector('#results');
const menu = document.querySelector('#menu');
const MAX_RESULTS = 12;

let index = null;

async function loadIndex() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import('./minisearch.js'),
    fetch(`${root}/assets/search.json`),
  ]);
  const loaded = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text'],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  loaded.addAll(await response.json());
  return loaded;
}

async function search() {
  const wanted = input.value.trim();
  if (wanted === '') return hide();
  index ??= loadIndex();
  const found = (await index).search(wanted).slice(0, MAX_RESULTS);
  if (input.value.trim() !== wanted) return;
  results.replaceChildren(...(found.length === 0 ? [nothingFound(wanted)] : found.map(resultRow)));
  results.hidden = false;
}

function resultRow({ id, page, title, text, terms }) {
  const row = document.createElement('a');
  row.href = `${root}/${id}`;
  row.setAttribute('role', 'option');
  row.append(line('strong', title === page ? page : `${page} › ${title}`), line('span', excerpt(text, terms)));
  row.addEventListener('click', hide);
  return row;
}

function excerpt(text, terms) {
  const lower = text.toLowerCase();
  const at = Math.min(...terms.map((term) => lower.indexOf(term)).filter((place) => place !== -1), text.length);
  const from = Math.max(0, (at === text.length ? 0 : at) - 40);
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 140)}${text.length > from + 140 ? '…' : ''}`;
}

function nothingFound(wanted) {
  return line('p', `Nothing found for “${wanted}”.`);
}

function line(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function hide() {
  results.hidden = true;
}

function move(step) {
  const rows = [...results.querySelectorAll('a')];
  const at = rows.indexOf(document.activeElement);
  const next = rows[at + step];
  if (next !== undefined) next.focus();
  else if (step < 0) input.focus();
}

input.addEventListener('input', search);
input.addEventListener('focus', () => {
  index ??= loadIndex();
  search();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
menu.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('menu-open');
  menu.setAttribute('aria-expanded', String(isOpen));
});
document.addEventListener('click', ({ target }) => {
  if (!results.contains(target) && !form.contains(target)) hide();
});
document.addEventListener('keydown', (event) => {
  const isTyping = /^(?:INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === '/' && !isTyping) input.focus();
  else if (event.key === 'Escape') {
    hide();
    input.blur();
  } else if (event.key === 'ArrowDown' && !results.hidden) move(1);
  else if (event.key === 'ArrowUp' && !results.hidden) move(-1);
  else return;
  event.preventDefault();
});
