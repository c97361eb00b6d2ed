/** The list of a game's puzzles beside the board: filters, and a button for each puzzle. */

import { button, fill, h } from '../../lib/dom.js';
import { duePuzzles, solved } from '../../lib/progress.js';
import { pick, t } from '../../lib/texts.js';
import { radioGroup, selectField } from '../../ui/fields.js';
import { stepButton } from '../../ui/lesson.js';
import { filtered, groups, nextPuzzle, ordered } from './choice.js';

/**
 * @import {PuzzleCard, PuzzleList} from '../../lib/types.js'
 * @import {Filter} from './choice.js'
 */

export class List {
  /** The id of the puzzle on the board. */
  #at = '';
  /** Whether the puzzles with special options are unfolded. */
  #opened = false;

  /** @param {PuzzleList} list @param {Filter} filter @param {(id: string) => void} open */
  constructor(list, filter, open) {
    this.game = list.id;
    this.themes = list.themes;
    this.puzzles = ordered(list.puzzles);
    this.filter = filter;
    this.open = open;
    this.due = h('div', { class: 'row' });
    this.filters = h('div', { class: 'filters' });
    this.groups = h('div', { class: 'puzzle-groups' });
    this.element = h(
      'nav',
      { class: 'puzzle-list', 'aria-label': t('puzzles.list') },
      this.due,
      this.filters,
      this.groups,
      h(
        'p',
        { class: 'puzzle-links' },
        list.themes.length > 0 && h('a', { href: `/themes/${list.id}` }, t('themes.link')),
        h('a', { href: `/run?game=${list.id}` }, t('run.link')),
        h('a', { href: '/puzzles' }, t('practice.link')),
      ),
    );
  }

  /** The puzzles that come back today. */
  get dueToday() {
    const known = new Set(this.puzzles.map(({ id }) => id));
    return duePuzzles(this.game).filter((id) => known.has(id));
  }

  get #fitting() {
    return filtered(this.puzzles, this.filter, this.dueToday);
  }

  /** Returns the puzzle to begin with: the one with this id, else the first that fits and is not solved. @param {string | null} id */
  first(id) {
    const named = this.puzzles.find((puzzle) => puzzle.id === id);
    const fitting = this.#fitting.length ? this.#fitting : this.puzzles;
    const done = this.filter.due ? [] : solved(this.game);
    return named ?? fitting.find((puzzle) => !done.includes(puzzle.id)) ?? fitting[0];
  }

  /** Returns the puzzle to go on with. */
  next() {
    if (this.filter.due && this.#fitting.length) return nextPuzzle(this.#fitting, this.#fitting, this.#at, []);
    return nextPuzzle(this.puzzles, this.#fitting, this.#at, solved(this.game));
  }

  /** Returns the place of a puzzle among all. @param {string} id */
  place(id) {
    return this.puzzles.findIndex((puzzle) => puzzle.id === id) + 1;
  }

  /** Marks a puzzle as the one on the board. @param {PuzzleCard} puzzle */
  goTo(puzzle) {
    this.#at = puzzle.id;
    // The list shows where the reader is.
    if (!this.#fitting.includes(puzzle)) this.filter = { stars: puzzle.stars, theme: '', due: false };
    this.draw();
  }

  /** @param {Partial<Filter>} changes */
  #choose(changes) {
    this.filter = { ...this.filter, due: false, ...changes };
    this.draw();
  }

  draw() {
    const count = this.dueToday.length;
    const review = () => {
      this.filter = { stars: 0, theme: '', due: true };
      const first = this.first(null);
      if (first) this.open(first.id);
    };
    fill(this.due, count > 0 && button(t('puzzles.due', { count }), review, this.filter.due ? 'small' : 'small primary'));
    this.#drawFilters();
    this.#drawGroups();
  }

  /** Draws the puzzles with the usual rules, and below them those with special options, folded away. */
  #drawGroups() {
    const fitting = this.#fitting;
    const usual = fitting.filter(({ special }) => special.length === 0);
    const special = fitting.filter((puzzle) => !usual.includes(puzzle));
    const open = usual.length === 0 || this.#opened || special.some(({ id }) => id === this.#at);
    fill(
      this.groups,
      fitting.length === 0 && h('p', { class: 'hint' }, t('puzzles.none')),
      usual.length > 0 && this.#group(usual, special.length > 0),
      special.length > 0 &&
        h(
          'details',
          { open, ontoggle: (/** @type {Event} */ { target }) => (this.#opened = /** @type {HTMLDetailsElement} */ (target).open) },
          h('summary', null, t('puzzles.special', { count: special.length })),
          groups(special).map((group) => this.#group(group, true)),
        ),
    );
  }

  #drawFilters() {
    const focused = this.filters.contains(document.activeElement) ? document.activeElement?.localName : '';
    fill(this.filters, this.#stars(), this.themes.length > 0 && this.#themes());
    for (const legend of this.filters.querySelectorAll('legend, label:not(.chip)')) legend.classList.add('visually-hidden');
    if (!focused) return;
    /** @type {HTMLElement | null} */ (this.filters.querySelector(focused === 'select' ? 'select' : 'input:checked'))?.focus();
  }

  #stars() {
    const { theme, stars: chosen, due } = this.filter;
    const ofTheme = filtered(this.puzzles, { stars: 0, theme: due ? '' : theme, due: false }, []);
    const known = [...new Set(this.puzzles.map(({ stars }) => stars))].sort();
    /** @type {[number, string][]} */
    const items = [0, ...known].map((stars) => {
      const group = ofTheme.filter((puzzle) => !stars || puzzle.stars === stars);
      return [stars, `${stars ? `${stars}\u00a0★` : t('puzzles.all')} ${this.#count(group)}`];
    });
    return h('div', { class: 'stars' }, radioGroup(t('puzzles.difficulty'), items, due ? -1 : chosen, (stars) => this.#choose({ stars })));
  }

  #themes() {
    const { theme: chosen, stars, due } = this.filter;
    /** @type {[string, string][]} */
    const items = this.themes.flatMap(({ id, name }) => {
      const group = this.puzzles.filter(({ theme }) => theme === id);
      return group.length ? [[id, `${pick(name)} ${this.#count(group)}`]] : [];
    });
    return selectField(t('puzzles.theme'), [['', t('puzzles.all_themes')], ...items], due ? '' : chosen, (theme) =>
      this.#choose({ theme, stars: theme ? 0 : stars }),
    );
  }

  /** How many of these puzzles are solved. @param {PuzzleCard[]} group */
  #count(group) {
    const done = solved(this.game);
    return `${group.filter(({ id }) => done.includes(id)).length}/${group.length}`;
  }

  /** @param {PuzzleCard[]} group @param {boolean} named */
  #group(group, named) {
    const special = group[0]?.special ?? [];
    const name = special.length ? special.map(pick).join(' · ') : t('puzzles.usual');
    return h(
      'section',
      { class: 'puzzle-group', 'aria-label': name },
      named && h('h3', null, name),
      h(
        'ol',
        { class: 'lessons' },
        group.map(({ id }) => h('li', null, this.#step(id))),
      ),
    );
  }

  /** @param {string} id */
  #step(id) {
    const [number, done] = [this.place(id), solved(this.game).includes(id)];
    const title = t('puzzles.one', { at: number });
    const label = done ? t('puzzles.one_done', { title }) : title;
    return stepButton({ number, title, label, done, current: id === this.#at }, () => this.open(id));
  }
}
