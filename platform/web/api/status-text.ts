const texts: Record<number, string> = {
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/**
 * Returns the text that a page shows if it couldn't be loaded. HTTP/2 sends no text with a status, so the texts are
 * listed here.
 */
export const statusText = (problem: unknown): string => {
  const { status } = (problem ?? {}) as { status?: unknown }
  return (typeof status === 'number' && texts[status]) || 'Error'
}
