/** Time controls in words. */

import { t } from '../lib/texts.js';

/** Returns a time control as a short text. @param {import('../lib/types.js').Time} time */
export function timeText(time) {
  if (time.kind === 'minutes') {
    const minutes = t('time.minutes', { count: time.minutes });
    return time.increment ? t('time.increment', { minutes, seconds: time.increment }) : t('time.each', { minutes });
  }
  return time.kind === 'days' ? t('time.days', { count: time.days }) : t('time.none');
}
