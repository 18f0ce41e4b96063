import '#platform/web/global.css'
import { start } from '#platform/web/start.tsx'
import { routes } from './routes.ts'

void start(routes)
