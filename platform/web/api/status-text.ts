const texts: Record<number, string> = {
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** What a page says that could not be loaded. HTTP/2 sends no text with a status, so it is kept here. */
export const statusText = (problem: unknown): string => {
  const { status } = (problem ?? {}) as { status?: unknown }
  return (typeof status === 'number' && texts[status]) || 'Error'
}
