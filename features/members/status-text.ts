const texts: Record<number, string> = {
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** What a page says that could not be loaded. Browsers get no text with a status over HTTP/2, so it stands here. */
export const statusText = (problem: unknown): string => {
  const { status } = (problem ?? {}) as { status?: unknown }
  return (typeof status === 'number' && texts[status]) || 'Error'
}
