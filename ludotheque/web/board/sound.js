/** Sounds of wood on wood, made by the browser: a short noise through a filter, over the tone of a board. */

/** @typedef {'move' | 'take' | 'win'} Sound */

/** @type {Record<Sound, {at: number, tone: number, loud: number}[]>} */
const KNOCKS = {
  move: [{ at: 0, tone: 210, loud: 0.5 }],
  take: [
    { at: 0, tone: 290, loud: 0.45 },
    { at: 0.07, tone: 170, loud: 0.6 },
  ],
  win: [
    { at: 0, tone: 262, loud: 0.5 },
    { at: 0.13, tone: 330, loud: 0.5 },
    { at: 0.26, tone: 392, loud: 0.55 },
  ],
};

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound. Browsers allow it only after a first click. @param {Sound} sound */
export function play(sound) {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const { at, tone, loud } of KNOCKS[sound]) knock(context, context.currentTime + at, tone, loud);
}

/**
 * Plays the sound of what changed on a board.
 * @param {import('./motion.js').Change} change @param {boolean} over whether the game has just ended
 */
export function playChange({ slides, gone, come }, over) {
  if (over) play('win');
  else if (gone.length) play('take');
  else if (slides.length || come.length) play('move');
}

/** @param {AudioContext} audio @param {number} start @param {number} tone @param {number} loud */
function knock(audio, start, tone, loud) {
  const body = audio.createOscillator();
  body.frequency.setValueAtTime(tone * 1.4, start);
  body.frequency.exponentialRampToValueAtTime(tone, start + 0.03);
  body.connect(fading(audio, start, loud * 0.5, 0.14));
  body.start(start);
  body.stop(start + 0.16);

  const click = audio.createBufferSource();
  click.buffer = noise(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = tone * 7;
  click.connect(filter);
  filter.connect(fading(audio, start, loud, 0.045));
  click.start(start);
}

/** @param {AudioContext} audio @param {number} start @param {number} loud @param {number} length */
function fading(audio, start, loud, length) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(audio.destination);
  return gain;
}

/** @param {AudioContext} audio */
function noise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.05, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
