import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'

/** For what is refused before any hook has run: its page loads nothing at all. */
export const bareHeaders = {
  'Content-Security-Policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

/** The headers of S18, on every answer. Nothing inline: a nonce in cached HTML would be a reused nonce. */
export async function security(server: FastifyInstance, settings: Settings): Promise<void> {
  const https = settings.origin.startsWith('https:')
  const headers = await helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        // Vite's dev client injects styles and a preamble; never in production.
        'script-src': settings.dev ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        'style-src': settings.dev ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        // Maps are fetched by script, pictures too, and by a worker that has the same policy.
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

/** What helmet sets is the same on every answer: it is asked once. */
async function helmetHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const sample = Fastify()
  await sample.register(helmet, options)
  sample.get('/', async (_request, reply) => Object.fromEntries(Object.entries(reply.getHeaders())))
  const answer = await sample.inject('/')
  await sample.close()
  return answer.json()
}
