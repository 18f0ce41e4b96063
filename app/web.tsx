import '#platform/web/global.css'
import { hydratePage } from '#platform/web/start.tsx'
import { routes } from './routes.ts'

void hydratePage(routes)

// This is loaded once the page has loaded and the browser is idle, so that it doesn't slow down the first visit.
if (import.meta.env.PROD)
  addEventListener('load', () => {
    const later = window.requestIdleCallback ?? setTimeout
    later(() => void import('./when-idle.ts').then((it) => it.startWhenIdle()))
  })
