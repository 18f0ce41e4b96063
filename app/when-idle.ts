import { registerServiceWorker } from '#features/offline/register.ts'
import { watchForTranslator } from '#platform/web/watch-for-translator.ts'

export function startWhenIdle() {
  watchForTranslator()
  if ('serviceWorker' in navigator) void registerServiceWorker()
}
