/** What a page says about a fault of the server, where the server gives no words and no other text is prescribed. */
export const serverFaultText = 'Something went wrong on our side. Please try again.'

/**
 * Returns what a page says if a part of it couldn't be loaded. It speaks of the network only if the server couldn't be
 * reached.
 */
export function loadFailureText(problem: unknown): string {
  const { code, status, message } = (problem ?? {}) as Record<string, unknown>
  if (code === 'offline') return 'Network error!'
  const isRefusal = typeof status === 'number' && status >= 400 && status < 500
  return isRefusal && typeof message === 'string' && message ? message : serverFaultText
}

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
