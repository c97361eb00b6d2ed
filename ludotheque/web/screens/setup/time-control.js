/** The clock of a new game: common ones by one click, any other by numbers. */

import { fill, h } from '../../lib/dom.js';
import { t } from '../../lib/texts.js';
import { numberField, radioGroup } from '../../ui/fields.js';
import { timeText } from '../../ui/time.js';

/**
 * @import {Time} from '../../lib/types.js'
 */

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
 * @param {Time} chosen @param {boolean} online whether days per turn make sense
 * @param {(time: Time) => void} onchange
 */
export function timeControlField(chosen, online, onchange) {
  const presets = online ? [...QUICK, ...SLOW] : QUICK;
  const preset = presets.findIndex((time) => JSON.stringify(time) === JSON.stringify(chosen));
  const more = h('div', { class: 'fields' });
  /** @type {[number, string][]} */
  const items = [
    ...presets.map((time, number) => /** @type {[number, string]} */ ([number, timeText(time)])),
    [OTHER, t('time.other')],
  ];
  /** @param {number} number */
  const choosePreset = (number) => {
    const time = presets[number];
    fill(more, !time && numbers(chosen, online, onchange));
    onchange(time ?? custom(chosen));
  };
  if (preset === OTHER) fill(more, numbers(chosen, online, onchange));
  return h('div', { class: 'time-control' }, radioGroup(t('time.title'), items, preset, choosePreset), more);
}

/** @param {Time} time @returns {Time} */
function custom(time) {
  return time.kind === 'none' ? { kind: 'minutes', minutes: 15, increment: 10 } : time;
}

/** @param {Time} chosen @param {boolean} online @param {(time: Time) => void} onchange */
function numbers(chosen, online, onchange) {
  const first = custom(chosen);
  let minutes = first.kind === 'minutes' ? first.minutes : 15;
  let increment = first.kind === 'minutes' ? first.increment : 10;
  let days = first.kind === 'days' ? first.days : 2;
  const byMinutes = [
    numberField(t('time.minutes_label'), minutes, [1, 180], (value) =>
      onchange({ kind: 'minutes', minutes: (minutes = value), increment }),
    ),
    numberField(t('time.increment_label'), increment, [0, 180], (value) =>
      onchange({ kind: 'minutes', minutes, increment: (increment = value) }),
    ),
  ];
  const byDays = [
    numberField(t('time.days_label'), days, [1, 30], (value) => onchange({ kind: 'days', days: (days = value) })),
  ];
  const box = h('div', { class: 'fields' });
  /** @param {'minutes' | 'days'} kind */
  const show = (kind) => fill(box, kind === 'days' ? byDays : byMinutes);
  show(first.kind === 'days' ? 'days' : 'minutes');
  if (!online) return [box];
  const kinds = radioGroup(
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
