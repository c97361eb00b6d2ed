/**
 * Texts for the moment when the server cannot send any. Where a language is missing here, the reader gets another one.
 *
 * @import {Text} from './types.js'
 */

/** @type {Text} */
export const UNREACHABLE = {
  en: 'The server does not answer. Check your connection and try again.',
  fr: 'Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.',
};

/** @type {Text} */
export const UNEXPECTED = {
  en: 'The server sent an unexpected answer. Try again in a moment.',
  fr: 'Le serveur a envoyé une réponse inattendue. Réessayez dans un instant.',
};

/** By the keys of the page's texts. @type {Record<string, Text>} */
export const FALLBACK = {
  'site.name': { en: 'Ludothèque', fr: 'Ludothèque' },
  'site.slow': {
    en: 'One moment: the server is preparing the rules, or has much to do.',
    fr: 'Un instant : le serveur prépare les règles, ou il a beaucoup à faire.',
  },
  'errors.failed': { en: 'Something went wrong', fr: 'Un problème est survenu' },
  'errors.home': { en: 'All games', fr: 'Tous les jeux' },
  'errors.again': { en: 'Try again', fr: 'Réessayer' },
};
