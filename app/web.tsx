import '#platform/web/global.css'
import { forgetOnLogOut } from '#features/favorites-import/forget-on-log-out.ts'
import { hydratePage } from '#platform/web/start.tsx'
import { routes } from './routes.ts'

void hydratePage(routes)
forgetOnLogOut()

// The service worker waits until the page is there and nothing else is to do, so that the first visit isn't slower.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => {
    const later = window.requestIdleCallback ?? setTimeout
    later(
      () => void import('#features/offline/register.ts').then((it) => it.registerServiceWorker()),
    )
  })
