import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { badInput } from '#platform/contract/failure.ts'
import type { Settings } from '../settings.ts'

/** Headers for requests that are refused before any hook runs. Their error page loads nothing. */
export const minimalSecurityHeaders = {
  'Content-Security-Policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/**
 * Adds security headers to every answer (docs/safety.md, S18). Inline code is forbidden even with a nonce, because a
 * nonce in a cached page would be used more than once.
 */
export async function addSecurityHeaders(
  server: FastifyInstance,
  settings: Settings,
): Promise<void> {
  const https = settings.origin.startsWith('https:')
  const headers = await helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        // Vite's dev client injects inline styles and scripts. Production allows neither.
        'script-src': settings.dev ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        'style-src': settings.dev ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        // Scripts and a worker with the same policy fetch all map data, pictures included.
        'connect-src': ["'self'", ...(settings.dev ? ['ws:'] : []), ...settings.mapOrigins],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        ...(https ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * Refuses requests with several Host headers (RFC 9112, 3.2). Node reads the first one, but a proxy in front may have
 * read another one.
 */
export function refuseSeveralHosts(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    const hosts = rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host')
    done(hosts.length > 1 ? badInput({ message: 'What was sent can’t be read.' }) : undefined)
  })
}

/** Returns the headers that helmet sets. They are the same for every answer, so they are only computed once. */
async function helmetHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const sample = Fastify()
  await sample.register(helmet, options)
  sample.get('/', async (_request, reply) => Object.fromEntries(Object.entries(reply.getHeaders())))
  const answer = await sample.inject('/')
  await sample.close()
  return answer.json()
}
