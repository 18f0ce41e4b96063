// Runs Strapi in a separate process: node server.ts <folder of the application>, with PORT and DATABASE_URL.
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Create = { createStrapi(options: object): { start(): Promise<unknown> } }

const appDir = process.argv[2]!
const { createStrapi } = createRequire(join(appDir, 'package.json'))('@strapi/strapi') as Create
await createStrapi({ appDir, distDir: appDir, autoReload: false, serveAdminPanel: false }).start()
