import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const attributes = {
  dish: { type: 'integer' },
  category: { type: 'integer' },
  latitude: { type: 'float' },
  longitude: { type: 'float' },
  upvotes: { type: 'integer' },
  favourites: { type: 'integer' },
  newest: { type: 'biginteger' },
  tags: { type: 'string' },
  card: { type: 'json' },
}

/**
 * Files as `create-strapi` writes them, for one content type: without drafts, open to everyone, and with almost no
 * logging.
 */
const files: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'dishes', private: true, strapi: { uuid: false } }),
  'config/database.js': `module.exports = { connection: {
    client: 'postgres',
    connection: { connectionString: process.env.DATABASE_URL },
    pool: { min: 2, max: 16 },
  } }`,
  'config/server.js': `module.exports = {
    host: '127.0.0.1', port: Number(process.env.PORT), app: { keys: ['bench', 'peers'] },
  }`,
  'config/admin.js': `module.exports = {
    auth: { secret: 'bench' }, apiToken: { salt: 'bench' }, transfer: { token: { salt: 'bench' } },
    secrets: { encryptionKey: 'bench' }, serveAdminPanel: false, watchIgnoreFiles: ['**'],
    flags: { nps: false, promoteEE: false },
  }`,
  'config/api.js': `module.exports = { rest: { defaultLimit: 25, maxLimit: 100, withCount: false } }`,
  'config/logger.js': `module.exports = { level: 'error' }`,
  'config/middlewares.js': `module.exports = [
    'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body',
    'strapi::favicon', 'strapi::public',
  ]`,
  'src/index.js': 'module.exports = {}',
  'src/api/dish/content-types/dish/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'dishes',
    info: { singularName: 'dish', pluralName: 'dishes', displayName: 'Dish' },
    options: { draftAndPublish: false },
    attributes,
  }),
  'src/api/dish/services/dish.js': `module.exports =
    require('@strapi/strapi').factories.createCoreService('api::dish.dish')`,
  // Uses only the query engine, as its manual recommends where the REST API is too slow.
  'src/api/dish/controllers/dish.js': `module.exports =
    require('@strapi/strapi').factories.createCoreController('api::dish.dish', ({ strapi }) => ({
      async near(ctx) {
        const { filters, sort, fields, pagination } = ctx.query
        const orderBy = sort.map((one) => Object.fromEntries([one.split(':')]))
        const asked = { select: fields, where: filters, orderBy, limit: Number(pagination.pageSize) }
        return { data: await strapi.db.query('api::dish.dish').findMany(asked) }
      },
    }))`,
  'src/api/dish/routes/dish.js': `module.exports =
    require('@strapi/strapi').factories.createCoreRouter('api::dish.dish', {
      only: ['find'], config: { find: { auth: false } },
    })`,
  'src/api/dish/routes/near.js': `module.exports = { routes: [
    { method: 'GET', path: '/dishes-near', handler: 'api::dish.dish.near', config: { auth: false } },
  ] }`,
}

/** Writes the application next to its packages, replacing an earlier one. */
export function writeApp(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const name of ['public/uploads', 'dist']) mkdirSync(join(folder, name), { recursive: true })
}
