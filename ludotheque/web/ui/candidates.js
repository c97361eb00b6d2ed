/** Moves that the engine considers, in words and figures. */

import { language, pick, t } from '../lib/texts.js';

/**
 * @import {CandidateJson, GameInfo} from '../lib/types.js'
 */

/** @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(share);
}

/** Returns what a move does, and its notation. @param {GameInfo} info @param {CandidateJson} candidate */
export function candidateText(info, candidate) {
  const kind = pick(info.kinds[candidate.kind]?.do);
  return kind ? t('study.move', { kind, move: candidate.text }) : candidate.text;
}
