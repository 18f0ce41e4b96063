import { urlResolver } from '#platform/web/render/addresses.ts'
import { renderer } from '#platform/web/render/render.tsx'
import { routes } from './routes.ts'

export const render = renderer(routes, 'page')
export const addressOf = urlResolver(routes)
