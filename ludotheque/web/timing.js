/** Choosing a clock: common ones by one click, any other by numbers. */

import { timeWords } from './clock.js';
import { fill, h } from './dom.js';
import { amount, choice } from './fields.js';
import { t } from './texts.js';

/** @typedef {import('./types.js').Time} Time */

/** @type {Time[]} */
const QUICK = [
  { kind: 'none' },
  { kind: 'minutes', minutes: 5, increment: 3 },
  { kind: 'minutes', minutes: 10, increment: 5 },
  { kind: 'minutes', minutes: 20, increment: 10 },
];
/** @type {Time[]} */
const SLOW = [
  { kind: 'days', days: 1 },
  { kind: 'days', days: 3 },
];

const OTHER = -1;

/**
 * @param {Time} chosen @param {boolean} faraway whether days per turn make sense
 * @param {(time: Time) => void} onchange
 */
export function timeField(chosen, faraway, onchange) {
  const presets = faraway ? [...QUICK, ...SLOW] : QUICK;
  const place = presets.findIndex((time) => JSON.stringify(time) === JSON.stringify(chosen));
  const more = h('div', { class: 'fields' });
  /** @type {[number, string][]} */
  const items = [
    ...presets.map((time, number) => /** @type {[number, string]} */ ([number, timeWords(time)])),
    [OTHER, t('time.other')],
  ];
  /** @param {number} number */
  const pickPreset = (number) => {
    const time = presets[number];
    fill(more, !time && numbers(chosen, faraway, onchange));
    onchange(time ?? custom(chosen));
  };
  if (place === OTHER) fill(more, numbers(chosen, faraway, onchange));
  return h('div', { class: 'timing' }, choice(t('time.title'), items, place, pickPreset), more);
}

/** @param {Time} time @returns {Time} */
function custom(time) {
  return time.kind === 'none' ? { kind: 'minutes', minutes: 15, increment: 10 } : time;
}

/** @param {Time} chosen @param {boolean} faraway @param {(time: Time) => void} onchange */
function numbers(chosen, faraway, onchange) {
  const first = custom(chosen);
  let minutes = first.kind === 'minutes' ? first.minutes : 15;
  let increment = first.kind === 'minutes' ? first.increment : 10;
  let days = first.kind === 'days' ? first.days : 2;
  const byMinutes = [
    amount(t('time.minutes_label'), minutes, [1, 180], (value) =>
      onchange({ kind: 'minutes', minutes: (minutes = value), increment }),
    ),
    amount(t('time.increment_label'), increment, [0, 180], (value) =>
      onchange({ kind: 'minutes', minutes, increment: (increment = value) }),
    ),
  ];
  const byDays = [
    amount(t('time.days_label'), days, [1, 30], (value) => onchange({ kind: 'days', days: (days = value) })),
  ];
  const box = h('div', { class: 'fields' });
  /** @param {'minutes' | 'days'} kind */
  const show = (kind) => fill(box, kind === 'days' ? byDays : byMinutes);
  show(first.kind === 'days' ? 'days' : 'minutes');
  if (!faraway) return [box];
  const kinds = choice(
    t('time.kind'),
    [
      ['minutes', t('time.kind_minutes')],
      ['days', t('time.kind_days')],
    ],
    first.kind,
    (kind) => {
      show(kind === 'days' ? 'days' : 'minutes');
      onchange(kind === 'days' ? { kind: 'days', days } : { kind: 'minutes', minutes, increment });
    },
  );
  return [kinds, box];
}
