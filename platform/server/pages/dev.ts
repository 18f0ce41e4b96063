import type { FastifyInstance } from 'fastify'
import type { BuiltSite } from './serve.ts'

/** Runs Vite in this process, so that changed files take effect in the browser and on the server at once. */
export async function devPages(
  server: FastifyInstance,
): Promise<(path: string) => Promise<BuiltSite>> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: server.server } },
  })
  server.addHook('onClose', () => vite.close())
  server.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) return done()
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  return async (path) => {
    const { render, addressOf } = (await vite.ssrLoadModule('/app/ssr.tsx')) as BuiltSite
    const page = await vite.transformIndexHtml(path, '<head></head>')
    const head = /<head>(.*)<\/head>/s.exec(page)![1]!
    return {
      addressOf,
      render: async (...asked) => {
        try {
          const page = await render(...asked)
          return { ...page, html: page.html.replace('<head>', () => `<head>${head}`) }
        } catch (error) {
          if (error instanceof Error) vite.ssrFixStacktrace(error)
          throw error
        }
      },
      assets: {
        style: '/platform/web/global.css?direct',
        fonts: [],
        script: '/app/web.tsx',
        chunks: [],
        preloads: () => [],
      },
    }
  }
}
