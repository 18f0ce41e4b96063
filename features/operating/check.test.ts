import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { features } from '#app/features.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { collectFeatureRules } from '#platform/server/feature.ts'
import { primaryReadRouter } from '#platform/server/replicas/reads.ts'
import { openReplicas, type Replicas } from '#platform/server/replicas/replicas.ts'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { makeLiveSite, run } from './operating.testing.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof makeLiveSite>>
beforeAll(async () => {
  app = await testApp()
  world = await makeLiveSite(app)
  // Restaurants of the tests have invented places, and adjustments have no history, so both are set right first.
  await sql`update items set adjustment = 0`.execute(app.database)
  expect((await run(app.services, 'check', '--repair')).code).toBe(0)
})

/** Writes rows without triggers and foreign keys, as the site's own code never does. */
async function write(...statements: string[]) {
  const client = await app.services.connect()
  await client.query("set session_replication_role = 'replica'")
  for (const statement of statements) await client.query(statement)
  await client.end()
}

let replicas: Replicas | undefined

type Break = { by: () => Promise<unknown>; mended: boolean; mendedByHand?: () => Promise<unknown> }
const byRows = (mended: boolean, ...statements: string[]): Break => ({
  by: () => write(...statements),
  mended,
})
const [item, other] = ['(select min(id) from items)', '(select max(id) from items)']
const photoFile = async (name = '') => (await photoClient(app).files(name))[0]!
const strayFolder = () => join(app.services.settings.stateDir, 'photos', 'ff')
const stray = () => join(strayFolder(), `${'f'.repeat(32)}-320.jpg`)

/** Follows a break that takes items from the lists, so that the check of their words holds. */
const unlistedWithoutWords =
  'delete from item_words w using items i where i.id = w.item_id and not i.listed'

/** How to break each check, and whether `--repair` repairs that. */
const breaks: Record<string, Break> = {
  'item-votes': byRows(true, `update items set vote_count = vote_count + 3 where id = ${item}`),
  'item-adjustment': byRows(
    true,
    `insert into adjustments (item_id, actor_id, at, before, after) values (${other}, 6, now(), 0, 5)`,
  ),
  'item-own-vote': byRows(
    true,
    'insert into votes (item_id, user_id) select item_id, user_id from yolos limit 1 on conflict do nothing',
  ),
  'item-hidden': byRows(
    true,
    `update items set hidden_at = now() where id = ${item}`,
    unlistedWithoutWords,
  ),
  'item-listed': byRows(
    true,
    `update items set restaurant_hidden = true where id = ${item}`,
    unlistedWithoutWords,
  ),
  'item-facts': byRows(
    true,
    `update items set price_level = 4 where id = ${item}`,
    `update items set open_minutes = '{[0,10080)}', time_zone = 'UTC' where id = ${other}`,
  ),
  'item-place': byRows(true, `update items set latitude = latitude + 1 where id = ${item}`),
  'item-words': byRows(
    true,
    `update item_words set words = 'another' where item_id = ${item}`,
    `delete from item_words where item_id = ${other}`,
    `insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5, deleted_at)
     select restaurant_id, category_id, 'Long gone', 'long gone', latitude, longitude, cell5, now()
       from items where id = ${item}`,
    `insert into item_words select id, 'gone' from items where name = 'Long gone'`,
  ),
  'yolo-count': byRows(true, `update items set newest_yolo_at = now() where id = ${item}`),
  'yolo-weight': byRows(
    true,
    `update items set yolo_count = 0, newest_yolo_at = 'epoch' where id = ${item}`,
  ),
  'member-held': byRows(
    true,
    `insert into users (user_name, user_name_key, held_at) values ('Held', 'held', now())`,
  ),
  'yolo-tags-gathered': byRows(true, `update items set tags = '{35}' where id = ${item}`),
  'yolo-tags-fit': byRows(
    true,
    'insert into yolo_tags select min(id), 1 from yolos',
    'update items i set tags = item_tags(id)',
  ),
  'yolo-place': byRows(true, 'update yolos set cell5 = 7 where id = (select min(id) from yolos)'),
  'restaurant-hidden': byRows(
    true,
    'update restaurants set hidden_at = now() where id = (select min(id) from restaurants)',
    'update items set restaurant_hidden = true where restaurant_id = (select min(id) from restaurants)',
    unlistedWithoutWords,
  ),
  'restaurant-corrected': byRows(
    true,
    `insert into restaurant_corrections (restaurant_id, field, before, after, user_id, created_at, applied_at)
     select min(id), 'phone', 'null', '"+1 612 555 0100"', (select min(id) from users), now(), now() from restaurants`,
  ),
  'restaurant-place': byRows(true, "update restaurants set cell7 = 1, city_label = 'Nowhere'"),
  'merged-items': byRows(
    true,
    `insert into items (restaurant_id, category_id, name, name_key, latitude, longitude, cell5, deleted_at, merged_into)
     select restaurant_id, category_id, way, way, latitude, longitude, cell5, now(), id
       from items, (values ('way 1'), ('way 2')) ways (way) where id = ${item}`,
    `update items set merged_into = (select id from items where name = 'way 2') where name = 'way 1'`,
  ),
  'merged-restaurants': {
    ...byRows(
      false,
      'update restaurants set deleted_at = now(), merged_into = id',
      'create table words_before as table item_words',
      'update items set restaurant_hidden = true',
      unlistedWithoutWords,
    ),
    mendedByHand: () =>
      write(
        'insert into item_words table words_before on conflict do nothing',
        'drop table words_before',
        'update restaurants set deleted_at = null, merged_into = null',
        'update items set restaurant_hidden = false',
      ),
  },
  'yolo-taken-down': byRows(
    true,
    'update yolos set text_down = true where id = (select min(id) from yolos)',
  ),
  'member-taken-down': byRows(
    true,
    'update users set suspended_at = now() where id = (select max(id) from users)',
  ),
  'follow-blocked': byRows(
    true,
    'insert into follows (follower_id, followee_id) select min(id), max(id) from users on conflict do nothing',
    'insert into follows (follower_id, followee_id) select max(id), min(id) from users on conflict do nothing',
    'insert into blocks (blocker_id, blocked_id) select max(id), min(id) from users',
  ),
  'photo-strays': {
    async by() {
      await mkdir(strayFolder(), { recursive: true })
      await writeFile(stray(), 'x')
    },
    mended: false,
    mendedByHand: () => rm(stray()),
  },
  'item-adjustment-history': {
    ...byRows(
      false,
      `insert into adjustments (item_id, actor_id, at, before, after) values (${item}, 6, now(), 0, 2), (${item}, 6, now(), 3, 4)`,
      `update items set adjustment = 4 where id = ${item}`,
    ),
    mendedByHand: () =>
      write(
        `delete from adjustments where item_id = ${item}`,
        `update items set adjustment = 0 where id = ${item}`,
      ),
  },
  'photo-item': {
    ...byRows(
      false,
      'update photos set item_id = item_id + 1000 where yolo_id = (select min(yolo_id) from photos)',
    ),
    mendedByHand: () =>
      write('update photos p set item_id = (select item_id from yolos where id = p.yolo_id)'),
  },
  indexes: {
    ...byRows(
      false,
      "update pg_index set indisvalid = false where indexrelid = 'items_restaurant'::regclass",
    ),
    mendedByHand: () => write('reindex index items_restaurant'),
  },
  constraints: {
    ...byRows(false, 'alter table shares add constraint odd check (id > 0) not valid'),
    mendedByHand: () => write('alter table shares drop constraint odd'),
  },
  triggers: {
    ...byRows(false, 'alter table votes disable trigger votes_inserted'),
    mendedByHand: () => write('alter table votes enable trigger votes_inserted'),
  },
  replicas: {
    async by() {
      const { listing, ranking, log } = app.services
      const [url, readUrls] = [app.databaseUrl, ['postgres://127.0.0.1:1/nowhere']]
      replicas = openReplicas({ url, readUrls, max: 1, primary: { listing, ranking }, log })
      app.services.reads = replicas.reads
    },
    mended: false,
    async mendedByHand() {
      await replicas!.stop()
      app.services.reads = primaryReadRouter
    },
  },
  'jobs-failed': {
    ...byRows(false, "insert into pgboss.job (name, state) values ('mail', 'failed')"),
    mendedByHand: () => write("delete from pgboss.job where state = 'failed'"),
  },
  'jobs-late': {
    ...byRows(
      false,
      "insert into pgboss.job (name, state, start_after) values ('nobody', 'created', now() - interval '1 hour')",
    ),
    mendedByHand: () => write("delete from pgboss.job where name = 'nobody'"),
  },
  'yolo-quota': {
    ...byRows(
      false,
      'alter table yolos drop constraint yolos_user_id_category_id_slot_key',
      `insert into yolos (user_id, item_id, category_id, slot, cell5)
       select y.user_id, i.id, i.category_id, y.slot, i.cell5 from yolos y join items i using (category_id)
        where i.deleted_at is null and not exists (select from yolos o where o.user_id = y.user_id and o.item_id = i.id)
          and not exists (select from votes v where v.user_id = y.user_id and v.item_id = i.id) limit 1`,
    ),
    mendedByHand: () =>
      write(
        'delete from yolos where id = (select max(id) from yolos)',
        'alter table yolos add constraint yolos_user_id_category_id_slot_key unique (user_id, category_id, slot)',
      ),
  },
  'contest-entries': {
    ...byRows(
      false,
      'update contests set closed_at = null where id = 1',
      'insert into contest_entries (id, contest_id, user_id, yolo_id, n) select 1, 1, min(id), 999999, 0 from users',
    ),
    mendedByHand: () =>
      write(
        'delete from contest_entries where yolo_id = 999999',
        'update contests set closed_at = closes_at where id = 1',
      ),
  },
  'contest-list-frozen': {
    ...byRows(false, "update contests set entries = '{1}', list_hash = 'another' where id = 2"),
    mendedByHand: () => write('update contests set entries = null, list_hash = null where id = 2'),
  },
  'photo-files': {
    by: async () => rm(await photoFile((await names())[0])),
    mended: false,
    mendedByHand: () => Promise.resolve(),
  },
}

const names = async () =>
  (await app.database.selectFrom('photos').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  )

/** Checks that nothing can break, because the schema of the database itself prevents it. */
const byItself = ['item-shown-count']

it('every check of a feature is broken here once', () => {
  const all = collectFeatureRules(features).checks.map(({ name }) => name)
  expect([...Object.keys(breaks), ...byItself].sort()).toEqual(all.sort())
})

it('F8 a site that was only used as it is meant breaks no check', async () => {
  const { code, said } = await run(app.services, 'check')
  expect([code, said]).toEqual([0, expect.stringMatching(/All \d+ hold\.$/)])
  expect(world.items.length).toBeGreaterThan(3)
})

it.each(Object.keys(breaks))(
  'check %s finds what breaks it, mends what can be, and says it',
  async (name) => {
    const { by, mended, mendedByHand } = breaks[name]!
    await by()
    try {
      const found = await run(app.services, 'check')
      expect(found).toEqual({
        code: 1,
        said: expect.stringMatching(new RegExp(`^WRONG +${name} `, 'm')),
      })
      expect(found.said).toMatch(/1 of \d+ don’t hold/)
      const repaired = await run(app.services, 'check', '--repair')
      const { rows } = await sql<{ action: string }>`
    select action from audit where actor_id = 0 and subject = ${name}`.execute(app.database)
      if (mended) {
        expect(repaired).toEqual({
          code: 0,
          said: expect.stringMatching(new RegExp(`^mended +${name} `, 'm')),
        })
        expect(rows.length).toBeGreaterThan(0)
      } else {
        expect(repaired.code).toBe(1)
        expect(repaired.said).toMatch(/a person must decide|couldn’t be mended/)
      }
    } finally {
      await mendedByHand?.()
    }
  },
)
