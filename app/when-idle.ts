import { registerServiceWorker } from '#features/offline/register.ts'

export function startWhenIdle() {
  if ('serviceWorker' in navigator) void registerServiceWorker()
}
