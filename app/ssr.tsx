import { urlResolver } from '#platform/web/render/addresses.ts'
import { createRenderer } from '#platform/web/render/render.tsx'
import { routes } from './routes.ts'

export const render = createRenderer(routes, 'page')
export const addressOf = urlResolver(routes)
