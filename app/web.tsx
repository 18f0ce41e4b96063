import '#platform/web/global.css'
import { hydratePage } from '#platform/web/start.tsx'
import { routes } from './routes.ts'

void hydratePage(routes)

// Once the page has loaded and the browser is idle, so that it doesn't slow down the first visit. Some private windows
// forbid service workers; the site works without one.
if (import.meta.env.PROD)
  addEventListener('load', () => {
    const later = window.requestIdleCallback ?? setTimeout
    later(() => void navigator.serviceWorker?.register('/service-worker.js').catch(() => {}))
  })
