export function startWhenIdle() {
  // Some private windows forbid service workers. The site works without one.
  void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
}
