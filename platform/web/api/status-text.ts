const texts: Record<number, string> = {
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Returns the text of a page that couldn't be loaded. It is listed here because HTTP/2 sends none with a status. */
export const statusText = (problem: unknown): string => {
  const { status } = (problem ?? {}) as { status?: unknown }
  return (typeof status === 'number' && texts[status]) || 'Error'
}
