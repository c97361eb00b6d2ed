/** Keeps the page for times without a network, and offers a newer version when there is one. */

import { button, h } from './dom.js';
import { loadStyles } from './styles.js';
import { at } from './root.js';
import { t } from './texts.js';

/** Lets the browser keep the page. It does so only over HTTPS and on this machine itself. */
export async function keepForOffline() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const registration = await workers.register(at('/sw.js'), { scope: at('/') }).catch(() => null);
  if (!registration) return;
  const offer = () => registration.waiting && workers.controller && offerUpdate(registration.waiting);
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
}

/** The page is loaded again only when its reader says so. A game goes on where it was. @param {ServiceWorker} waiting */
function offerUpdate(waiting) {
  if (document.querySelector('.update')) return;
  void loadStyles('/web/ui/update.css');
  const update = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('update');
  };
  const bar = h(
    'div',
    { class: 'update', role: 'status' },
    h('span', null, t('site.update')),
    button(t('site.update_now'), update, 'small primary'),
    button(t('site.update_later'), () => bar.remove(), 'small quiet'),
  );
  document.body.append(bar);
}
